import { FixedClock, newId, UnitOfWork } from '@payments/kernel';
import type { Claim, EventLog, Tasks } from '@payments/messaging';
import { ExternalAccount } from '../domain/external-account.js';
import type { AccountInput, AccountState } from '../domain/external-account.js';
import { AccountOutbox } from './account-outbox.js';
import type { AccountVerifier, ExternalAccounts } from './ports.js';
import { VerifyAccounts } from './verify-accounts.js';

const clock = new FixedClock(new Date('2026-01-05T10:00:00Z'));
const input: AccountInput = {
  ...{ account_reference_id: 'a', customer_reference_id: 'jane', customer_resource_type: 'person' },
  ...{ account_type: 'checking', account_number: '123456789', routing_number: '011000028' },
  account_holder_name: 'Jane Doe',
};

class Immediate extends UnitOfWork {
  run<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }

  read<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
}

/** Verifies one account while something else happens to it; returns the result. */
async function verifyWhile(meanwhile: (account: ExternalAccount) => void) {
  const id = newId();
  let row: AccountState = ExternalAccount.register(input, { id, now: clock.now() }).snapshot();
  const events: string[] = [];
  const completed: string[] = [];
  const accounts = {
    findAll: async () => [ExternalAccount.restore(row)],
    saveStatus: async (saved: ExternalAccount[]) => void saved.forEach((account) => (row = account.snapshot())),
  };
  const verifier: AccountVerifier = {
    verify: async () => {
      const account = ExternalAccount.restore(row);
      meanwhile(account);
      row = account.snapshot();
      return new Map([[id, { status: 'verified', reasons: [] } as const]]);
    },
  };
  const log = { append: async (added: { type: string }[]) => void events.push(...added.map(({ type }) => type)) };
  const tasks = { schedule: async () => undefined };
  const outbox = new AccountOutbox(log as unknown as EventLog, tasks as unknown as Tasks);
  const claim = {
    subjectIds: [id],
    tasks: [{ subject_id: id }],
    complete: async (done: { subject_id: string }[]) => void completed.push(...done.map((task) => task.subject_id)),
  };
  const repository = accounts as unknown as ExternalAccounts;
  await new VerifyAccounts(new Immediate(), repository, verifier, outbox, clock).execute(claim as unknown as Claim);
  return { status: row.status, events, completed: completed.length };
}

describe(VerifyAccounts.name, () => {
  it('saves the outcome with its event, and completes the task', async () => {
    const outcome = { status: 'verified', events: ['external_account_verified'], completed: 1 };
    expect(await verifyWhile(() => undefined)).toEqual(outcome);
  });

  it('drops the outcome of an account that was closed meanwhile', async () => {
    const outcome = { status: 'closed', events: [], completed: 1 };
    expect(await verifyWhile((account) => account.close(clock.now()))).toEqual(outcome);
  });

  it('drops the outcome of other details, and leaves their new task alone', async () => {
    const outcome = { status: 'created', events: [], completed: 0 };
    expect(await verifyWhile((account) => account.patch({ account_type: 'savings' }, clock.now()))).toEqual(outcome);
  });
});
