import { fingerprint } from '@payments/persistence';
import type { Cut } from '../../domain/ach-windows.js';
import type { Company, Connection } from '../../domain/connection.js';
import { type EntryPlan, isInstantRail, type OrderRail } from '../../domain/entry-state.js';
import { uetrOf } from '../../domain/iso20022/message-ids.js';
import { type Order, type Planned, planEntry } from '../../domain/plan-entry.js';
import { planMessage } from '../../domain/plan-message.js';
import { planReversal } from '../../domain/reversal.js';
import { referenceOf } from '../reference.js';
import type { Certification } from './certification.js';

/** What the bank must do with an entry, beside taking it. */
type Answer = 'return' | 'change' | 'reject' | 'recall';

export interface TestEntry {
  readonly id: string;
  readonly order: Order;
  readonly company: Company;
  readonly plan: EntryPlan;
  readonly answer: Answer | null;
}

/** An order that the service would reject, with its code. */
export class RefusedTestEntry extends Error {
  override readonly name = 'RefusedTestEntry';
}

type Wanted = Pick<Order, 'side' | 'party' | 'account_type'> & {
  readonly cents: number;
  readonly purpose?: NonNullable<Order['purpose']>;
  readonly answer?: Answer;
};

const PARTIES = ['person', 'business'] as const;
const SIDES = ['destination', 'source'] as const;
const TYPES = ['checking', 'savings'] as const;

const uses = PARTIES.flatMap((party) => SIDES.map((side) => ({ party, side })));

/** Each party, direction and account type; the simulated bank knows by the cents what to answer. */
export const PAYMENTS: readonly Wanted[] = uses.flatMap((use) =>
  TYPES.map((account_type, at) => ({ ...use, account_type, cents: 111 + at })),
);
export const ANSWERED: readonly Wanted[] = [
  { party: 'person', side: 'destination', account_type: 'checking', cents: 102, answer: 'return' },
  { party: 'person', side: 'source', account_type: 'checking', cents: 101, answer: 'return' },
  { party: 'person', side: 'destination', account_type: 'checking', cents: 105, answer: 'change' },
];
export const PRENOTES: readonly Wanted[] = uses.map((use) => ({
  ...{ ...use, account_type: 'checking', cents: 0, purpose: 'prenote' },
}));
export const VERIFICATIONS: readonly Wanted[] = [
  { party: 'person', side: 'destination', account_type: 'checking', cents: 11, purpose: 'account_verification' },
];
export const INSTANT: readonly Wanted[] = [
  { party: 'person', side: 'destination', account_type: 'checking', cents: 111 },
  { party: 'business', side: 'destination', account_type: 'savings', cents: 112 },
  { party: 'person', side: 'destination', account_type: 'checking', cents: 151, answer: 'reject' },
];
/** Only between banks does a payment come back by a message. */
export const INSTANT_BETWEEN_BANKS: readonly Wanted[] = [
  { party: 'person', side: 'destination', account_type: 'checking', cents: 154, answer: 'return' },
  { party: 'person', side: 'destination', account_type: 'checking', cents: 113, answer: 'recall' },
];

export type Times = Pick<Order, 'window_at' | 'effective_date' | 'settles_at'>;
export const timesOf = ({ windowAt, effectiveDate, settlesAt }: Cut): Times => ({
  ...{ window_at: windowAt, effective_date: effectiveDate, settles_at: settlesAt },
});

/** Makes the entries of the test, with what nobody can mistake for a payment. */
export class TestEntries {
  private made = 0;

  constructor(
    private readonly connection: Connection,
    private readonly certification: Pick<Certification, 'seed' | 'receiver'>,
  ) {}

  /** @throws RefusedTestEntry */
  make(company: Company, rail: OrderRail, { times, wanted }: { times: Times; wanted: readonly Wanted[] }): TestEntry[] {
    return wanted.map(({ cents, answer = null, ...given }) => {
      const id = this.id();
      const order: Order = {
        ...{ ...given, rail, ...times, end_to_end_id: `T${id.replaceAll('-', '')}`, amount: BigInt(cents) },
        ...{ routing_number: this.certification.receiver, account_number: String(990_000_000 + this.made) },
        account_holder_name: `CERTIFICATION TEST ${given.party === 'person' ? 'P' : 'B'}${this.made}`,
        ...{ customer_reference: `TEST-${this.made}`, statement_display_name: null },
        descriptor: descriptorOf(given, this.connection),
      };
      return { ...{ id, order, company, answer }, plan: this.planned(order, company) };
    });
  }

  /** What takes entries back. */
  reverse({ id: _, order, company, plan }: TestEntry, cut: Cut): TestEntry {
    const id = this.id();
    const end_to_end_id = `T${id.replaceAll('-', '')}`;
    const reference = referenceOf(company.enterprise_id, end_to_end_id);
    const original = {
      ...plan,
      ...order,
      id,
      name: plan.name,
      state: 'accepted',
      reverses: null,
      returns: [],
    } as const;
    const reversal = planReversal(original, { connection: this.connection, cut, reference });
    return {
      ...{ id, company, answer: null, plan: reversal.plan },
      order: { ...order, ...timesOf(cut), side: reversal.side, end_to_end_id },
    };
  }

  private id(): string {
    this.made += 1;
    const seed = `${this.connection.name}|certification|${this.certification.seed}|${this.made}`;
    return uetrOf(Buffer.from(fingerprint(seed), 'base64'));
  }

  private planned(order: Order, company: Company): EntryPlan {
    const carrier = { connection: this.connection, company };
    const reference = referenceOf(company.enterprise_id, order.end_to_end_id);
    const { rail } = order;
    const planned: Planned = isInstantRail(rail)
      ? planMessage({ ...order, rail }, carrier, { reference, windowKey: () => order.end_to_end_id })
      : planEntry(order, carrier, { reference });
    if (planned.plan !== null) return planned.plan;
    throw new RefusedTestEntry(`a test entry of ${order.amount} cents on ${rail} is rejected with ${planned.code}`);
  }
}

function descriptorOf({ purpose, party }: Pick<Wanted, 'purpose' | 'party'>, { ach }: Connection): string | null {
  if (purpose === 'account_verification') return 'ACCTVERIFY';
  return ach.addenda === 'descriptor' && party === 'business' ? 'TEST WITH ADDENDA' : null;
}
