import { Injectable } from '@nestjs/common';
import { whyNotBookable } from '../../domain/inbound/known-returns.js';
import { Reversals } from '../reversals/ports.js';
import { StopReversals } from '../reversals/stop-reversals.js';
import { Postings } from '../statements/ports.js';
import { TenantWork } from '../tenant-work.js';
import { InboundOperationError } from './operate-inbound.js';
import { type RailException, ReturnedEntries, type StoredEntry } from './ports.js';

/** The payments that exceptions are about: no more comes back of one than was paid. In the current unit of work. */
@Injectable()
export class ReturnedMoney {
  constructor(
    private readonly entries: ReturnedEntries,
    private readonly reversals: Reversals,
    private readonly postings: Postings,
    private readonly tenantWork: TenantWork,
    private readonly stopReversals: StopReversals,
  ) {}

  /** The enterprises with a payment that the exception names, of all of its connection: several if a trace number came again. */
  async ownersOf({ connection, for_enterprise, end_to_end_id, original_trace }: RailException): Promise<string[]> {
    if (end_to_end_id !== null && for_enterprise !== null) return [for_enterprise];
    const traces = original_trace === null ? [] : [original_trace];
    const owners: string[] = [];
    for (const { enterprise_id } of await this.entries.owners(connection, traces)) {
      const own = await this.tenantWork.read(enterprise_id, () => this.entries.candidates(connection, traces));
      if (own !== undefined && own.length > 0) owners.push(enterprise_id);
    }
    return [...new Set(owners)];
  }

  /** Whether its money may come to suspense yet, where only an open exception shows it. In the current unit of work. */
  isReversalOnItsWay({ id, kind }: RailException): Promise<boolean> {
    return kind === 'reversal' ? this.reversals.isOnItsWay(id) : Promise.resolve(false);
  }

  /**
   * Locks the payment that an exception is about, so that two of its exceptions are booked one after the other, and
   * stops its reversal if that waits.
   * @returns its end-to-end id; null if it is about none of the enterprise
   * @throws InboundOperationError if these cents (above 0 they come in) were booked of it, or are more than it has left
   */
  async admit(exception: RailException, cents: bigint): Promise<string | null> {
    // What a reversal moved is in suspense: it has to leave, whatever else came back.
    if (exception.kind === 'reversal') return null;
    const found = await this.paymentsOf(exception);
    const payments = (await this.entries.lock(found.map((entry) => entry.id))).map(
      ({ end_to_end_id, trace: own, direction, amount }) => ({
        end_to_end_id,
        trace: own,
        direction,
        amount: BigInt(amount),
      }),
    );
    const [first] = payments;
    if (first === undefined) return null;
    await this.stopReversals.ofPayments(found.map((entry) => entry.id));
    const coming = {
      id: exception.trace,
      direction: cents > 0n ? 'credit' : 'debit',
      amount: cents > 0n ? cents : -cents,
    } as const;
    const names = payments.map(({ end_to_end_id }) => end_to_end_id);
    const known = await this.postings.returnsOf(names, coming.id === null ? [] : [coming.id]);
    // Whatever was interrupted may be repeated.
    const others = known.filter(({ key }) => key !== `exception:${exception.id}`);
    const fitting = payments.find((payment) => whyNotBookable(others, payment, coming) === undefined);
    if (fitting !== undefined) return fitting.end_to_end_id;
    throw new InboundOperationError(
      `${whyNotBookable(others, first, coming)}; ask the bank what it moved, and resolve it with --ignore if it moved nothing`,
    );
  }

  /**
   * Those that it may be about: what is wrong with a return, such as its direction, is no reason to know none. The money of
   * an ambiguous one is booked of the first that it fits, so that all of them together get no more than was paid.
   */
  private async paymentsOf(exception: RailException): Promise<readonly StoredEntry[]> {
    const { connection, end_to_end_id, original_trace, trace } = exception;
    const named = async (name: string | null | undefined) => {
      const entry = name == null ? undefined : await this.entries.byEndToEndId(connection, name);
      return entry === undefined ? [] : [entry];
    };
    const own = await named(end_to_end_id);
    if (own.length > 0) return own;
    const traced = original_trace === null ? [] : await this.entries.candidates(connection, [original_trace]);
    if (traced.length > 0 || trace === null) return traced;
    // The bank may have named the payment better when it told of the same return before.
    const [booked] = await this.postings.returnsOf([], [trace]);
    return named(booked?.end_to_end_id);
  }
}
