import { Injectable } from '@nestjs/common';
import { MINUTE_MS, newId } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { fingerprint } from '@payments/persistence';
import type { NewEntry } from '../domain/entry-state.js';
import { cutoffOf } from '../domain/file-rules.js';
import { planEntry } from '../domain/plan-entry.js';
import type { Order } from '../domain/plan-entry.js';
import { Entries, OrderTimes, Profiles } from './ports.js';
import type { OrderMoment } from './ports.js';

const REFERENCE_LENGTH = 15;
const BITS = 5n;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

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
    const moment = await this.times.read();
    await this.entries.add(
      batchId,
      orders.map((order) => this.entryOf(batchId, order, moment)),
    );
  }

  private entryOf(order_batch_id: string, order: Order, { at, real }: OrderMoment): NewEntry {
    const { end_to_end_id, rail, side, amount, window_at, effective_date, settles_at } = order;
    const enterpriseId = workContext.enterpriseId();
    const carrier = this.profiles.carrierOf(enterpriseId, rail);
    const cut_at = real(window_at);
    const graceMs = (carrier?.connection.timing.settlement_grace_minutes ?? 0) * MINUTE_MS;
    return {
      ...{ id: newId(), end_to_end_id, order_batch_id, rail, side, amount, occurred_at: at },
      ...{ window_at, effective_date, settles_at, cut_at },
      cutoff_at: carrier === undefined ? cut_at : cutoffOf(cut_at, carrier.connection),
      settle_at: real(new Date(settles_at.getTime() + graceMs), window_at),
      ...planEntry(order, carrier, referenceOf(enterpriseId, end_to_end_id)),
    };
  }
}

/** Fifteen characters that identify an order in returns, and say nothing else. */
function referenceOf(enterpriseId: string, endToEndId: string): string {
  const digest = Buffer.from(fingerprint(`${enterpriseId}|${endToEndId}`), 'base64').toString('hex');
  let bits = BigInt(`0x${digest}`) >> (256n - BITS * BigInt(REFERENCE_LENGTH));
  let text = '';
  while (text.length < REFERENCE_LENGTH) {
    text = CROCKFORD[Number(bits % 32n)]! + text;
    bits >>= BITS;
  }
  return text;
}
