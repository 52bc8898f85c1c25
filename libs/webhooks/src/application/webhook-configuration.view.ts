import { DATA_VERSION } from '../domain/webhook-configuration.js';
import type { DisabledReason, WebhookConfigurationState } from '../domain/webhook-configuration.js';

/** A configuration as the interface shows it. */
export interface WebhookConfigurationView {
  readonly id: string;
  readonly enterprise_name: string;
  readonly data_version: string;
  readonly event_types: readonly string[];
  readonly enabled: boolean;
  readonly disabled_reason?: DisabledReason;
  readonly url: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly created_by: string;
  readonly updated_by: string;
}

export function toWebhookConfigurationView(
  state: WebhookConfigurationState,
  enterpriseName: string,
): WebhookConfigurationView {
  const { id, event_types, enabled, disabled_reason, url, created_at, updated_at, created_by, updated_by } = state;
  return {
    id,
    enterprise_name: enterpriseName,
    data_version: DATA_VERSION,
    event_types,
    enabled,
    ...(!enabled && disabled_reason !== null && { disabled_reason }),
    url,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    created_by,
    updated_by,
  };
}
