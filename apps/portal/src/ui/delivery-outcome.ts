import type { WebhookAttempt } from '../api/types.js';
import { formatDuration } from '../format/time.js';
import { t } from '../messages/t.js';

/** `500 in 84 ms`, or the class of the error where nobody answered. */
export const outcomeOf = ({ status_code, error, duration_ms }: WebhookAttempt) =>
  t('deliveries.outcome', { result: status_code ?? error ?? '', time: formatDuration(duration_ms) });
