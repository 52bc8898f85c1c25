import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { resourceOf } from '../domain/event-types.js';
import { testEventData } from '../domain/test-event-data.js';
import { webhookErrors } from '../domain/webhook.errors.js';
import { EventHistory } from './history-ports.js';

/** A caller's test event; `data` is the resource, bare or under its key. */
export interface TestEventRequest {
  readonly event_type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface TestEventView {
  readonly event_id: string;
  readonly event_type: string;
  readonly created_at: string;
  readonly sequence: number;
  readonly test: boolean;
  readonly event_data: object;
}

/** Sends a test event like any other event, marked as a test. */
@Injectable()
export class InvokeWebhook {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventHistory,
    private readonly clock: Clock,
  ) {}

  /** @throws invalid_data when the data has neither shape. */
  async execute({ event_type, data }: TestEventRequest): Promise<TestEventView> {
    const resource_type = resourceOf(event_type);
    const event_data = testEventData(resource_type, data);
    if (event_data === undefined) throw webhookErrors.invalid_data();
    const id = newId();
    const created_at = this.clock.now();
    const resource = { resource_type, resource_id: newId() };
    const event = { id, type: event_type, ...resource, data: JSON.stringify(event_data), created_at };
    await this.unitOfWork.run(() => this.events.addTest(event));
    return {
      event_id: id,
      event_type,
      created_at: created_at.toISOString(),
      sequence: 1,
      test: true,
      event_data,
    };
  }
}
