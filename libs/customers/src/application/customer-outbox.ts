import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import type { RecordedEvent } from '@payments/kernel';
import { EventLog, Tasks } from '@payments/messaging';
import type { TaskDraft } from '@payments/messaging';
import type { Business } from '../domain/business.js';
import type { Person } from '../domain/person.js';
import { toBusinessView } from './business.view.js';
import { toPersonEventView } from './person.view.js';

export const VERIFICATION_QUEUE = 'customer-verification';

/** Writes what follows from a change into the transaction of the change: its events, and verification when due. */
@Injectable()
export class CustomerOutbox {
  constructor(
    private readonly events: EventLog,
    private readonly tasks: Tasks,
  ) {}

  async publish(customers: readonly (Person | Business)[]): Promise<void> {
    const due = customers.filter(({ hasNewIdentity }) => hasNewIdentity);
    await Promise.all([
      this.events.append(customers.flatMap(recordedEvents)),
      this.tasks.schedule(due.map(verification)),
    ]);
  }
}

function recordedEvents(customer: Person | Business): RecordedEvent[] {
  if (customer.type === 'person') {
    return customer.pullEvents().map(({ type, state, occurredAt: created_at }) => ({
      ...{ id: newId(), type, resource_type: 'person', resource_id: state.id, sequence: state.sequence, created_at },
      data: { person: toPersonEventView(state) },
    }));
  }
  return customer.pullEvents().map(({ type, state, occurredAt: created_at }) => ({
    ...{ id: newId(), type, resource_type: 'business', resource_id: state.id, sequence: state.sequence, created_at },
    data: { business: toBusinessView(state) },
  }));
}

function verification(customer: Person | Business): TaskDraft {
  return { queue: VERIFICATION_QUEUE, subjectId: customer.snapshot().id };
}
