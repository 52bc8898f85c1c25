import { Injectable } from '@nestjs/common';
import { Clock, isUuid, newId, UnitOfWork } from '@payments/kernel';
import { reasonOf } from '../domain/delivery.js';
import { resourceOf, typesOf } from '../domain/event-types.js';
import { keyOf } from '../domain/resource-fields.table.js';
import { webhookErrors } from '../domain/webhook.errors.js';
import { Endpoints, WebhookConfigurations, WebhookSender } from './ports.js';
import type { Endpoint } from './ports.js';

/** The result of a sample. */
export interface WebhookTestView {
  readonly event_id: string;
  readonly event_type: string;
  readonly delivered: boolean;
  readonly attempted_at: string;
  readonly duration_ms: number;
  readonly status_code?: number;
  readonly error?: string;
  readonly response_body?: string;
}

/**
 * Sends a sample to a configuration, even a disabled one, and returns the result. The sample is not an event: it
 * is in no list, and its result has no consequences. @throws unknown_id
 */
@Injectable()
export class TestWebhookConfiguration {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly configurations: WebhookConfigurations,
    private readonly endpoints: Endpoints,
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
  ) {}

  async execute(id: string, { event_type }: { readonly event_type?: string }): Promise<WebhookTestView> {
    const { endpoint, selected } = await this.load(id);
    const created_at = this.clock.now();
    const sample = { event_id: newId(), event_type: event_type ?? selected, created_at, sequence: 1, test: true };
    const data = JSON.stringify(sampleOf(sample.event_type, created_at));
    const result = await this.sender.send({ ...sample, data }, endpoint);
    const error = reasonOf(result);
    return {
      event_id: sample.event_id,
      event_type: sample.event_type,
      delivered: error === undefined,
      attempted_at: created_at.toISOString(),
      duration_ms: result.durationMs,
      ...('status' in result && { status_code: result.status, response_body: result.answer }),
      ...(error !== undefined && { error }),
    };
  }

  private async load(id: string): Promise<{ endpoint: Endpoint; selected: string }> {
    const found = isUuid(id)
      ? await this.unitOfWork.run(
          async () => [await this.endpoints.load(id), await this.configurations.find(id)] as const,
        )
      : [];
    const [endpoint, configuration] = found;
    if (endpoint === undefined || configuration === undefined) throw webhookErrors.unknown_id();
    return { endpoint, selected: typesOf(configuration.event_types)[0]! };
  }
}

function sampleOf(eventType: string, at: Date): object {
  const resource = resourceOf(eventType);
  const status = eventType.slice(resource.length + 1);
  return { [keyOf(resource)]: { id: newId(), status, created_at: at.toISOString(), updated_at: at.toISOString() } };
}
