import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { resourceOf } from '../domain/event-types.js';
import { EventHistory } from './history-ports.js';

/** What a caller has made up. */
export interface TestEventRequest {
  readonly event_type: string;
  readonly data: object;
}

export interface TestEventView {
  readonly event_id: string;
  readonly event_type: string;
  readonly created_at: string;
  readonly sequence: number;
  readonly test: boolean;
  readonly event_data: object;
}

/** Sends a made-up event the way of all others, marked as a test. */
@Injectable()
export class InvokeWebhook {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly events: EventHistory,
    private readonly clock: Clock,
  ) {}

  async execute({ event_type, data }: TestEventRequest): Promise<TestEventView> {
    const id = newId();
    const created_at = this.clock.now();
    const resource = { resource_type: resourceOf(event_type), resource_id: newId() };
    const event = { id, type: event_type, ...resource, data: JSON.stringify(data), created_at };
    await this.unitOfWork.run(() => this.events.addTest(event));
    return {
      event_id: id,
      event_type,
      created_at: created_at.toISOString(),
      sequence: 1,
      test: true,
      event_data: data,
    };
  }
}
