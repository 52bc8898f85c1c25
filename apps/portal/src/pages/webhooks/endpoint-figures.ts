import type { EndpointFigures, WebhookConfiguration } from '../../api/types.js';
import { formatShare } from '../../format/share.js';
import { formatDuration } from '../../format/time.js';
import { t } from '../../messages/t.js';

/** `99.1% of 320`: how many attempts of a day an endpoint accepted; nothing while there was none. */
export function successText(figures: EndpointFigures | undefined): string {
  if (figures === undefined) return '';
  const { attempted_count: count, delivered_count: delivered } = figures;
  return t('webhooks.success', { share: formatShare(delivered / count), count });
}

export const slownessText = (figures: EndpointFigures | undefined): string =>
  figures === undefined ? '' : formatDuration(figures.p95_ms);

export const figuresOf = (
  all: readonly EndpointFigures[],
  { id }: Pick<WebhookConfiguration, 'id'>,
): EndpointFigures | undefined => all.find(({ configuration_id }) => configuration_id === id);
