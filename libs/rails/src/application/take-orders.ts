import { Injectable } from '@nestjs/common';
import { MINUTE_MS, newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { Connection } from '../domain/connection.js';
import { isInstantRail } from '../domain/entry-state.js';
import type { NewEntry } from '../domain/entry-state.js';
import { cutoffOf, messageTimes } from '../domain/file-rules.js';
import { planEntry } from '../domain/plan-entry.js';
import type { Carrier, Order, Planned, ReceivingBank } from '../domain/plan-entry.js';
import { planMessage } from '../domain/plan-message.js';
import { Entries, OrderTimes, Profiles, RailResults, ReceivingBanks } from './ports.js';
import type { OrderMoment, RailResult } from './ports.js';
import { referenceOf } from './reference.js';

/** Takes orders as entries of files: NACHA files, which have windows, or messages, which leave at once. What cannot be written is rejected by a result, as a bank would. */
@Injectable()
export class TakeOrders {
  constructor(
    private readonly profiles: Profiles,
    private readonly entries: Entries,
    private readonly times: OrderTimes,
    private readonly banks: ReceivingBanks,
    private readonly results: RailResults,
  ) {}

  /** In the current unit of work. @throws SupersededBatchError */
  async execute(batchId: string, orders: readonly Order[]): Promise<void> {
    const ids = orders.map(({ end_to_end_id }) => end_to_end_id);
    // All at once: they are one round trip, and what is stored is another one with the commit.
    const [moment, banks] = await Promise.all([
      this.times.read(),
      this.banks.of(routingNumbersOfAch(orders)),
      this.entries.admit(batchId, ids),
    ]);
    const shared: Moment = { at: moment.at, timesOf: sharedTimes(moment), messages: new MessageKeys(), banks };
    const entries = orders.map((order) => this.entryOf(batchId, order, shared));
    await this.entries.add(batchId, entries);
    await this.results.record(entries.flatMap((entry) => correctionOf(entry, banks)));
  }

  private entryOf(order_batch_id: string, order: Order, { at, timesOf, messages, banks }: Moment): NewEntry {
    const enterpriseId = workContext.enterpriseId();
    const carrier = this.profiles.carrierOf(enterpriseId, order.rail);
    const { cut_at, cutoff_at, settle_at } = timesOf(order, carrier?.connection);
    const id = newId();
    const reference = referenceOf(enterpriseId, order.end_to_end_id);
    const { plan, code } = planOf(order, carrier, { id, reference, messages, banks });
    // Field by field: spreading objects takes three times as long, and there are 500 of them.
    return {
      id,
      end_to_end_id: order.end_to_end_id,
      order_batch_id,
      rail: order.rail,
      side: order.side,
      amount: order.amount,
      occurred_at: at,
      window_at: order.window_at,
      effective_date: order.effective_date,
      settles_at: order.settles_at,
      cut_at,
      cutoff_at,
      settle_at,
      plan,
      code,
    };
  }
}

type Banks = ReadonlyMap<string, ReceivingBank> | undefined;

/** The bank takes an entry under its old number, and tells the new one late or not at all. */
function correctionOf({ end_to_end_id, plan, occurred_at }: NewEntry, banks: Banks): RailResult[] {
  const routing_number = banks?.get(plan?.routing_number ?? '')?.new_routing_number ?? null;
  if (routing_number === null) return [];
  return [
    {
      ...{ key: `${end_to_end_id}-C02`, end_to_end_id, kind: 'notification_of_change', code: 'C02', trace: null },
      ...{ occurred_at, correction: { routing_number } },
    },
  ];
}

const routingNumbersOfAch = (orders: readonly Order[]) => [
  ...new Set(orders.flatMap(({ rail, routing_number }) => (isInstantRail(rail) ? [] : [routing_number]))),
];

type RealTimes = Pick<NewEntry, 'cut_at' | 'cutoff_at' | 'settle_at'>;

interface Moment {
  readonly at: Date;
  readonly timesOf: (order: Order, connection: Connection | undefined) => RealTimes;
  readonly messages: MessageKeys;
  readonly banks: Banks;
}

interface Planning {
  readonly id: string;
  readonly reference: string;
  readonly messages: MessageKeys;
  readonly banks: Banks;
}

function planOf(order: Order, carrier: Carrier | undefined, { id, reference, messages, banks }: Planning): Planned {
  const { rail } = order;
  if (!isInstantRail(rail)) return planEntry(order, carrier, { reference, banks });
  const windowKey = (payer: string) => messages.keyOf({ ...order, id, payer }, carrier!.connection);
  return planMessage({ ...order, rail }, carrier, { reference, windowKey });
}

interface Message {
  readonly key: string;
  payments: number;
}

/** The window keys of messages: orders of one batch share a message as far as the bank lets them. */
class MessageKeys {
  private readonly open = new Map<string, Message>();

  keyOf(
    { rail, window_at, id, payer }: Pick<Order, 'rail' | 'window_at'> & { readonly id: string; readonly payer: string },
    { name, iso }: Connection,
  ): string {
    const kind = `${name}|${rail}|${payer}`;
    let message = this.open.get(kind);
    if (message === undefined || message.payments >= iso.max_transactions_per_message) {
      message = { key: `${rail}/${window_at.toISOString()}/${id}`, payments: 0 };
      this.open.set(kind, message);
    }
    message.payments += 1;
    return message.key;
  }
}

/** The real times of orders. Those of one batch go with few windows, and banking days take long to count. */
function sharedTimes({ real }: OrderMoment): Moment['timesOf'] {
  const known = new Map<string, RealTimes>();
  return ({ rail, window_at, settles_at }, connection) => {
    const key = `${rail} ${window_at.getTime()} ${settles_at.getTime()}`;
    const shared = known.get(key);
    if (shared !== undefined) return shared;
    const cut_at = real(window_at);
    const graceMs = (connection?.timing.settlement_grace_minutes ?? 0) * MINUTE_MS;
    const times: RealTimes = {
      cut_at,
      cutoff_at: isInstantRail(rail)
        ? messageTimes(cut_at).cutoff_at
        : connection === undefined
          ? cut_at
          : cutoffOf(cut_at, connection),
      settle_at: real(new Date(settles_at.getTime() + graceMs), window_at),
    };
    known.set(key, times);
    return times;
  };
}
