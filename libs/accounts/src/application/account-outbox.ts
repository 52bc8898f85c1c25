import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import type { RecordedEvent } from '@payments/kernel';
import { EventLog, Tasks } from '@payments/messaging';
import type { TaskDraft } from '@payments/messaging';
import type { ExternalAccount } from '../domain/external-account.js';
import { toAccountEventView } from './account.view.js';

export const VERIFICATION_QUEUE = 'account-verification';

/** Writes what follows from a change into the transaction of the change: its events, and verification when due. */
@Injectable()
export class AccountOutbox {
  constructor(
    private readonly events: EventLog,
    private readonly tasks: Tasks,
  ) {}

  async publish(accounts: readonly ExternalAccount[]): Promise<void> {
    const due = accounts.filter(({ needsVerification }) => needsVerification);
    await Promise.all([
      this.events.append(accounts.flatMap(recordedEvents)),
      this.tasks.schedule(due.map(verification)),
    ]);
  }
}

function recordedEvents(account: ExternalAccount): RecordedEvent[] {
  return account.pullEvents().map(({ type, state, occurredAt }) => ({
    id: newId(),
    type,
    resource_type: 'external_account',
    resource_id: state.id,
    sequence: state.sequence,
    data: { external_account: toAccountEventView(state) },
    created_at: occurredAt,
  }));
}

function verification(account: ExternalAccount): TaskDraft {
  return { queue: VERIFICATION_QUEUE, subjectId: account.snapshot().id };
}
