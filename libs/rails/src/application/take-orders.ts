import { Injectable } from '@nestjs/common';
import { MINUTE_MS, newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import type { Connection } from '../domain/connection.js';
import type { NewEntry } from '../domain/entry-state.js';
import { cutoffOf } from '../domain/file-rules.js';
import { planEntry } from '../domain/plan-entry.js';
import type { Order } from '../domain/plan-entry.js';
import { Entries, OrderTimes, Profiles } from './ports.js';
import type { OrderMoment } from './ports.js';
import { referenceOf } from './reference.js';

/** Takes orders as entries of files. What cannot be written is rejected by a result, as a bank would. */
@Injectable()
export class TakeOrders {
  constructor(
    private readonly profiles: Profiles,
    private readonly entries: Entries,
    private readonly times: OrderTimes,
  ) {}

  /** In the current unit of work. @throws SupersededBatchError */
  async execute(batchId: string, orders: readonly Order[]): Promise<void> {
    const ids = orders.map(({ end_to_end_id }) => end_to_end_id);
    // Both at once: they are one round trip, and what is stored is another one with the commit.
    const [moment] = await Promise.all([this.times.read(), this.entries.admit(batchId, ids)]);
    const timesOf = sharedTimes(moment);
    await this.entries.add(
      batchId,
      orders.map((order) => this.entryOf(batchId, order, { at: moment.at, timesOf })),
    );
  }

  private entryOf(order_batch_id: string, order: Order, { at, timesOf }: Moment): NewEntry {
    const enterpriseId = workContext.enterpriseId();
    const carrier = this.profiles.carrierOf(enterpriseId, order.rail);
    const { cut_at, cutoff_at, settle_at } = timesOf(order, carrier?.connection);
    const { plan, code } = planEntry(order, carrier, referenceOf(enterpriseId, order.end_to_end_id));
    // Field by field: spreading objects takes three times as long, and there are 500 of them.
    return {
      id: newId(),
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

type RealTimes = Pick<NewEntry, 'cut_at' | 'cutoff_at' | 'settle_at'>;

interface Moment {
  readonly at: Date;
  readonly timesOf: (order: Order, connection: Connection | undefined) => RealTimes;
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
      cutoff_at: connection === undefined ? cut_at : cutoffOf(cut_at, connection),
      settle_at: real(new Date(settles_at.getTime() + graceMs), window_at),
    };
    known.set(key, times);
    return times;
  };
}
