import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventType, PaymentsClient } from '@payments/client';
import { CliError } from '../../support/cli.error.js';
import { createAccount, createBusiness, createPerson, reference } from './parties.js';

/** The created resource, and the expected event about it. */
export interface Expected {
  /** Of a return rate, which shows no id, its originator. */
  readonly resource_id: string;
  readonly event_type: EventType;
  /** Of the resource in the event, where the type does not show it. */
  readonly status?: string;
  /** Runs once the resource is verified, to cause the event. */
  readonly afterVerification?: () => Promise<unknown>;
}

export interface Scenario {
  readonly description: string;
  readonly run: (payments: PaymentsClient) => Promise<Expected>;
}

const DOLLARS_125 = 12_500;
const LOOK_AGAIN_MS = 150;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const LOOKS = 400;
/** The fewest debits, and returns of them, of which a return rate says something. */
const RATED_DEBITS = 100;
const RATED_RETURNS = 3;
const AT_ONCE = 10;
/** Those returned as unauthorized, R10, come five banking days after the settlement. */
const DAYS_TO_RETURN = 10;
/** Another account each time: one can be verified five times a day. */
const LEAST_NUMBER = 100_000_000;

type Kind = 'person' | 'business' | 'external_account';

/** The events of customers and accounts: a sandbox name decides the verification result. */
function ofKind(
  kind: Kind,
  words: string,
  make: (payments: PaymentsClient, name?: string) => Promise<{ readonly id: string }>,
): [string, Scenario][] {
  const becomes = (status: string, description: string, name?: string): [string, Scenario] => [
    `${kind}_${status}`,
    {
      description,
      run: async (payments) => ({
        resource_id: (await make(payments, name)).id,
        event_type: `${kind}_${status}` as EventType,
      }),
    },
  ];
  const named = (status: string) => words.replace('…', status);
  return [
    becomes('created', 'it is created'),
    becomes('verified', 'it passes verification'),
    ...['rejected', 'restricted', 'closed'].map((status) =>
      becomes(status, `"${named(status)}" is created`, named(status)),
    ),
  ];
}

const unverified = (kind: Kind, make: (payments: PaymentsClient) => Promise<Omit<Expected, 'event_type'>>) =>
  [
    `${kind}_unverified`,
    {
      description: 'it is verified, and then a verified field is changed',
      run: async (payments: PaymentsClient) => ({
        ...(await make(payments)),
        event_type: `${kind}_unverified` as EventType,
      }),
    },
  ] as const;

interface Ending {
  readonly cents?: number;
  readonly side?: 'source' | 'destination';
}

/** The events of transfers, by the status that they report. The last two digits of the amount decide the outcome. */
function transfer(status: string, description: string, { cents = 0, side = 'destination' }: Ending = {}): Scenario {
  const run = async (payments: PaymentsClient): Promise<Expected> => {
    const { account_reference_id, customer_reference_id } = await createAccount(payments);
    const party = { account_reference_id, customer_reference_id };
    const { id } = await payments.transfers.create({
      transfer_reference_id: reference('transfer'),
      ...(side === 'source' ? { source: party } : { destination: party }),
      amount: DOLLARS_125 + cents,
      currency: 'USD',
      speed: 'same_day',
    });
    return { resource_id: id, event_type: status === 'created' ? 'transfer_created' : 'transfer_updated', status };
  };
  return { description, run };
}

/** The events of verifications, by the verification status that they report. The name of the holder decides it. */
function verification(status: string, holder: string): Scenario {
  return {
    description: status === 'valid' ? 'an account is verified' : `an account of the holder "${holder}" is verified`,
    run: async (payments) => {
      const { id } = await payments.verifyAccounts.create({
        account_number: String(randomInt(LEAST_NUMBER, 2 * LEAST_NUMBER)),
        routing_number: '021000021',
        account_holder_name: holder,
      });
      return { resource_id: id, event_type: 'verify_account_updated', status };
    },
  };
}

/** The events of schedules. One with a single date, today, ends by itself or by the deletion. */
const schedule = (change: 'created' | 'updated'): Scenario => ({
  description: change === 'created' ? 'a schedule is created' : 'a schedule is ended',
  run: async (payments) => {
    const { account_reference_id, customer_reference_id } = await createAccount(payments);
    const { banking_date } = await payments.sandbox.clock();
    const { id } = await payments.schedules.create({
      schedule_reference_id: reference('schedule'),
      destination: { account_reference_id, customer_reference_id },
      ...{ amount: DOLLARS_125, currency: 'USD', speed: 'standard' },
      ...{ start_date: banking_date, recurrence: 'FREQ=DAILY;COUNT=1' },
    });
    if (change === 'created') return { resource_id: id, event_type: 'schedule_created', status: 'active' };
    await payments.schedules.delete(id);
    return { resource_id: id, event_type: 'schedule_updated', status: 'inactive' };
  },
});

async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < LOOKS; looks++) {
    if (await look()) return;
    await sleep(LOOK_AGAIN_MS);
  }
  throw new CliError(`${what} in time; is the worker running?`);
}

/** Only a verified customer has a subledger. */
async function subledgerOf(
  payments: PaymentsClient,
  customer_reference_id: string,
  status: () => Promise<string | undefined>,
) {
  await until('the customer of the subledger was not verified', async () => (await status()) === 'verified');
  return payments.subledgers.create({ subledger_reference_id: reference('subledger'), customer_reference_id });
}

/** The events of subledgers, and of the book transfers that fill them. */
const subledger = (change: 'created' | 'funded'): Scenario => ({
  description: change === 'created' ? 'a subledger is created' : 'a book transfer fills a subledger',
  run: async (payments) => {
    const { id: person, customer_reference_id } = await createPerson(payments);
    const verification = async () => (await payments.persons.get(person)).status;
    const { id, subledger_reference_id, status } = await subledgerOf(payments, customer_reference_id, verification);
    if (change === 'created') return { resource_id: id, event_type: 'subledger_created', status };
    const transfer = await payments.bookTransfers.create({
      ...{ book_transfer_reference_id: reference('book'), amount: DOLLARS_125, currency: 'USD' },
      destination: { subledger_reference_id },
    });
    return { resource_id: transfer.id, event_type: 'book_transfer_updated', status: 'completed' };
  },
});

/** A new customer each time: the rates of the enterprise, and of its other customers, stay what they are. */
const worseReturnRate: Scenario = {
  description: `${RATED_DEBITS} direct debits of a new customer are made, and ${RATED_RETURNS} are returned, R10 unauthorized`,
  run: async (payments) => {
    const { account_reference_id, customer_reference_id } = await createAccount(payments);
    const { subledger_reference_id } = await subledgerOf(payments, customer_reference_id, async () => {
      const [business] = await payments.businesses.list({ customer_reference_id }).firstPage();
      return business?.status;
    });
    const debit = async (amount: number) => {
      const { id } = await payments.transfers.create({
        transfer_reference_id: reference('debit'),
        source: { account_reference_id, customer_reference_id },
        ...{ subledger_reference_id, amount, currency: 'USD', speed: 'standard' },
      });
      const isAccepted = async () => (await payments.transfers.get(id)).status !== 'created';
      await until('a direct debit was not accepted', isAccepted);
    };
    // The returned ones last: when they come back, all the others have been counted.
    for (let made = RATED_RETURNS; made < RATED_DEBITS; made += AT_ONCE) {
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, RATED_DEBITS - made) }, () => debit(DOLLARS_125)));
    }
    await Promise.all(Array.from({ length: RATED_RETURNS }, () => debit(DOLLARS_125 + 8)));
    await payments.sandbox.advance({ banking_days: DAYS_TO_RETURN });
    return { resource_id: customer_reference_id, event_type: 'return_rate_changed' };
  },
};

const canceledBulk: Scenario = {
  description: 'a bulk transfer is canceled before its file was sent',
  run: async (payments) => {
    const bulk = { bulk_reference_id: reference('bulk'), mode: 'each', format: 'csv' } as const;
    const { id } = await payments.bulkTransfers.create(bulk);
    const { status } = await payments.bulkTransfers.cancel(id);
    return { resource_id: id, event_type: 'bulk_transfer_updated', status };
  },
};

const report: Scenario = {
  description: 'a reconciliation report of the last hour is made',
  run: async (payments) => {
    const now = Date.now();
    const { id, status } = await payments.reports.createRecon({
      start_time: new Date(now - HOUR_MS).toISOString(),
      end_time: new Date(now - MINUTE_MS).toISOString(),
    });
    return { resource_id: id, event_type: 'report_updated', status };
  },
};

/**
 * Every event that can be triggered, by its name in `payments trigger`. Those of approvals cannot: only a user of the portal
 * may make the policy or limit that holds something, and no token of a client has that scope.
 */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  ...Object.fromEntries([
    ...ofKind('person', '… person', createPerson),
    ...ofKind('business', '… business', createBusiness),
    ...ofKind('external_account', '… account', createAccount),
    unverified('person', async (payments) => {
      const { id } = await createPerson(payments);
      return { resource_id: id, afterVerification: () => payments.persons.update(id, { last_name: 'King' }) };
    }),
    unverified('business', async (payments) => {
      const { id } = await createBusiness(payments);
      return {
        resource_id: id,
        afterVerification: () => payments.businesses.update(id, { legal_name: 'Southwind LLC' }),
      };
    }),
    unverified('external_account', async (payments) => {
      const { id } = await createAccount(payments);
      return {
        resource_id: id,
        afterVerification: () => payments.accounts.update(id, { account_number: '2345678901' }),
      };
    }),
  ]),
  transfer_created: transfer('created', 'a payout is created'),
  transfer_updated: transfer('pending', 'a payout starts processing'),
  transfer_pending: transfer('pending', 'a payout starts processing'),
  transfer_completed: transfer('completed', 'the money of a payout has arrived'),
  transfer_settled: transfer('settled', 'the money of a direct debit has arrived', { side: 'source' }),
  transfer_failed: transfer('failed', 'a payout is returned, R02 closed_account', { cents: 2 }),
  transfer_returned: transfer('failed', 'a direct debit is returned, R01 insufficient_funds', {
    cents: 1,
    side: 'source',
  }),
  verify_account_updated: verification('valid', 'Ada Lovelace'),
  verify_account_closed: verification('closed', 'closed'),
  verify_account_invalid: verification('invalid', 'invalid'),
  schedule_created: schedule('created'),
  schedule_updated: schedule('updated'),
  subledger_created: subledger('created'),
  book_transfer_updated: subledger('funded'),
  bulk_transfer_updated: canceledBulk,
  report_updated: report,
  return_rate_changed: worseReturnRate,
  transfer_rejected: transfer('failed', 'a payout is rejected before it is forwarded, invalid_account', { cents: 27 }),
};
