import { Injectable } from '@nestjs/common';
import { Audit } from '@payments/persistence';
import type { WebhookConfigurationState } from '../domain/webhook-configuration.js';

type State = Pick<WebhookConfigurationState, 'id' | 'event_types' | 'url' | 'enabled'>;
type Action = 'created' | 'changed' | 'deleted' | 'disabled' | 'secret_rotated';

/** Audits a change of a configuration in the current unit of work, without secrets and URL query strings. */
@Injectable()
export class ConfigurationAudit {
  constructor(private readonly audit: Audit) {}

  record(action: Action, { before, after }: { readonly before?: State; readonly after?: State }): Promise<void> {
    return this.audit.record({
      action: `webhook_configuration.${action}`,
      subject_type: 'webhook_configuration',
      subject_id: (after ?? before)!.id,
      ...(before && { before: shown(before) }),
      ...(after && { after: shown(after) }),
    });
  }
}

function shown({ event_types, url, enabled }: State): object {
  const { origin, pathname } = new URL(url);
  return { event_types, url: `${origin}${pathname}`, enabled };
}
