import { setTimeout as sleep } from 'node:timers/promises';
import { transferBody } from '../support/e2e/outcomes.js';
import type { Parties, UseCase } from '../support/e2e/outcomes.js';
import type { RequestLine, ReportedTransfer } from './evidence.js';
import type { Gateway, GatewayResponse } from './gateway.js';
import type { Journal } from './journal.js';
import type { Plans } from './plans.js';

const GIVE_UP_MS = 120_000;
const MOST_AT_ONCE = 60;
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 3_000;
const IN_USE = 'idempotency_key_in_use';
const DUPLICATE = 'duplicate_transfer_reference_id';
const REUSED = 'idempotency_key_reused';
const NOT_CANCELABLE = 'transfer_not_cancelable';

/** An enterprise that sends requests. */
export interface Customer {
  readonly enterprise: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly parties: Parties;
}

interface Creation {
  readonly intent: string;
  readonly customer: Customer;
  readonly body: Readonly<Record<string, unknown>>;
  readonly key?: string;
}

/** One thing to be done, with as many requests as it takes. */
interface Intent {
  readonly operation: RequestLine['operation'];
  readonly intent: string;
  readonly customer: Customer;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly key?: string;
  readonly subject?: string;
  /** What may refuse the first attempt, and a retry after an unclear response. */
  readonly refusals: readonly string[];
  readonly refusalsOfRepeats: readonly string[];
}

const useCases: readonly UseCase[] = [
  ...[
    'payout',
    'payout',
    'payout',
    'direct_debit',
    'direct_debit',
    'account_to_account',
    'account_to_account',
    'deposit',
  ],
] as UseCase[];

interface LoadOptions {
  readonly journal: Journal<RequestLine>;
  readonly random: () => number;
  readonly plans: Plans;
}

/** Careful clients: without a clear response, they repeat the request. */
export class Load {
  sent = 0;
  inFlight = 0;
  readonly acknowledged = new Set<string>();
  readonly outcomes = new Map<string, number>();
  private readonly created: { customer: Customer; id: string; creation: Creation }[] = [];
  private number = 0;
  private readonly journal: Journal<RequestLine>;
  private readonly random: () => number;
  private readonly plans: Plans;

  constructor(
    private readonly gateway: Gateway,
    { journal, random, plans }: LoadOptions,
  ) {
    this.journal = journal;
    this.random = random;
    this.plans = plans;
  }

  /** Starts so many intents a second, until it is over; ends when all have their responses. */
  async run(
    customers: readonly Customer[],
    { perSecond, isOver }: { perSecond: number; isOver: () => boolean },
  ): Promise<void> {
    const began = performance.now();
    const under = new Set<Promise<void>>();
    for (let count = 1; !isOver(); count += 1) {
      if (under.size < MOST_AT_ONCE) {
        const one: Promise<void> = this.something(this.choose(customers)).finally(() => under.delete(one));
        under.add(one);
        this.inFlight = under.size;
      }
      await sleep(Math.max(0, began + (count * 1_000) / perSecond - performance.now()));
    }
    await Promise.all(under);
  }

  private async something(customer: Customer): Promise<void> {
    const dice = this.random();
    const known = this.created.length === 0 ? undefined : this.choose(this.created.slice(-500));
    if (known === undefined || dice < 0.3) await this.create(this.newCreation(customer, { keyed: true }));
    else if (dice < 0.5) await this.create(this.newCreation(customer, { keyed: false }));
    else if (dice < 0.55) await this.twins(customer);
    else if (dice < 0.62) await this.createAndCancel(customer);
    else if (dice < 0.66) await this.replay(known.creation);
    else if (dice < 0.68) await this.reuse(known.creation);
    else if (dice < 0.85) await this.look('read', known);
    else if (dice < 0.95) await this.look('history', known);
    else await this.list(customer);
  }

  private newCreation(customer: Customer, { keyed }: { keyed: boolean }): Creation {
    this.number += 1;
    const intent = `chaos-${this.number}`;
    const { speeds, cents } = this.plans;
    const plan = { useCase: this.choose(useCases), speed: this.choose(speeds), cents: this.choose(cents) };
    const body = transferBody(intent, plan, customer.parties);
    return { intent, customer, body, ...(keyed && { key: `key-${intent}` }) };
  }

  private async create(creation: Creation): Promise<string | undefined> {
    const { intent, customer, body, key } = creation;
    const line = await this.untilClear({
      operation: 'create',
      intent,
      customer,
      method: 'POST',
      path: '/deliver/transfers',
      body,
      ...(key !== undefined && { key }),
      refusals: key === undefined ? [] : [IN_USE],
      refusalsOfRepeats: key === undefined ? [DUPLICATE] : [IN_USE],
    });
    const id = line?.transfers?.[0]?.id;
    if (id !== undefined) {
      this.acknowledged.add(id);
      this.created.push({ customer, id, creation });
    }
    return id;
  }

  private async twins(customer: Customer): Promise<void> {
    const creation = this.newCreation(customer, { keyed: true });
    await Promise.all([this.create(creation), this.create(creation)]);
  }

  private async replay(creation: Creation): Promise<void> {
    if (creation.key !== undefined) await this.create(creation);
  }

  // The same key for something else must be refused.
  private async reuse({ intent, customer, body, key }: Creation): Promise<void> {
    if (key === undefined) return;
    await this.untilClear({
      operation: 'create',
      intent: `${intent}-again`,
      customer,
      method: 'POST',
      path: '/deliver/transfers',
      body: { ...body, transfer_reference_id: `${intent}-again` },
      key,
      refusals: [REUSED, IN_USE],
      refusalsOfRepeats: [REUSED, IN_USE],
    });
  }

  private async createAndCancel(customer: Customer): Promise<void> {
    const id = await this.create(this.newCreation(customer, { keyed: this.random() < 0.5 }));
    if (id === undefined) return;
    await this.untilClear({
      operation: 'cancel',
      intent: `cancel-${id}`,
      customer,
      method: 'POST',
      path: `/deliver/transfers/${id}/cancel`,
      subject: id,
      refusals: [NOT_CANCELABLE],
      refusalsOfRepeats: [NOT_CANCELABLE],
    });
  }

  private async look(
    operation: 'read' | 'history',
    { customer, id }: { customer: Customer; id: string },
  ): Promise<void> {
    const path = `/deliver/transfers/${id}${operation === 'history' ? '/history' : ''}`;
    await this.untilClear({ ...this.reading(operation, customer), path, subject: id });
  }

  private async list(customer: Customer): Promise<void> {
    await this.untilClear({ ...this.reading('list', customer), path: '/deliver/transfers?size=20' });
  }

  private reading(operation: 'read' | 'history' | 'list', customer: Customer) {
    this.number += 1;
    const intent = `${operation}-${this.number}`;
    return { operation, intent, customer, method: 'GET' as const, refusals: [], refusalsOfRepeats: [] };
  }

  // Retries while the outcome is unclear. @returns the clear response, or undefined.
  private async untilClear(intent: Intent): Promise<RequestLine | undefined> {
    const giveUpAt = performance.now() + GIVE_UP_MS;
    let api: string | undefined;
    for (let attempt = 1; performance.now() < giveUpAt; attempt += 1) {
      api = this.gateway.choose(this.random, api);
      const line = await this.once(intent, { api, attempt });
      if (line.status !== undefined && line.status !== 503 && line.code !== IN_USE) return line;
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS) * (0.5 + this.random());
      await sleep(Number(line.retry_after ?? 0) * 1_000 + pause);
    }
    return undefined;
  }

  private async once(intent: Intent, { api, attempt }: { api: string; attempt: number }): Promise<RequestLine> {
    const { operation, customer, method, path, body, key, subject } = intent;
    const headers = {
      ...customer.headers,
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const at = Date.now();
    const asked = body && { reference: body['transfer_reference_id'] as string, amount: body['amount'] as number };
    const line: RequestLine = {
      at,
      api,
      operation,
      enterprise: customer.enterprise,
      intent: intent.intent,
      attempt,
      ...(key !== undefined && { key }),
      ...(asked && { asked }),
      ...(subject !== undefined && { subject }),
      refusals: attempt === 1 ? intent.refusals : intent.refusalsOfRepeats,
      took_ms: 0,
    };
    this.sent += 1;
    const reported = await this.gateway
      .send(api, { method, path, headers, ...(body && { body: JSON.stringify(body) }) })
      .then(read, (error: Error & { code?: string }) => ({ failure: error.code ?? error.message }));
    const whole = { ...line, ...reported, took_ms: Date.now() - at };
    await this.journal.append(whole);
    this.count(whole);
    return whole;
  }

  private count({ status, failure, code }: RequestLine): void {
    const outcome = status === undefined ? `no answer: ${failure}` : `${status}${code === undefined ? '' : ` ${code}`}`;
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
  }

  private choose<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)]!;
  }
}

interface TransferBody {
  readonly id: string;
  readonly transfer_reference_id: string;
  readonly amount: number;
  readonly status: string;
}

const reported = ({ id, transfer_reference_id, amount, status }: TransferBody): ReportedTransfer => ({
  id,
  reference: transfer_reference_id,
  amount,
  status,
});

/** What a response says, for the journal. */
function read({
  status,
  headers,
  text,
}: GatewayResponse): Pick<RequestLine, 'status' | 'code' | 'transfers' | 'statuses' | 'retry_after'> {
  const retryAfter = headers['retry-after'];
  const common = { status, ...(typeof retryAfter === 'string' && { retry_after: retryAfter }) };
  let body: {
    error_code?: string;
    transfer?: TransferBody;
    transfers?: TransferBody[];
    statuses?: { status: string }[];
  };
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    return { ...common, code: `no JSON: ${text.slice(0, 100)}` };
  }
  const transfers = body.transfers ?? (body.transfer && [body.transfer]);
  return {
    ...common,
    ...(body.error_code !== undefined && { code: body.error_code }),
    ...(transfers && { transfers: transfers.map(reported) }),
    ...(body.statuses && { statuses: body.statuses.map(({ status: each }) => each) }),
  };
}
