import { Injectable } from '@nestjs/common';
import { newYorkDate } from '@payments/kernel';
import { Metrics } from '@payments/observability';
import { changeMeaning, isIdentificationChange } from '../../domain/ach/change-codes.js';
import { isWholeCorrection, parseCorrectedData } from '../../domain/ach/corrected-data.js';
import type { EntryStatus } from '../../domain/entry-state.js';
import type { FileStatus } from '../../domain/file-state.js';
import { type KnownReturn, whyNotAlone } from '../../domain/inbound/known-returns.js';
import { matchReturned, standingOf } from '../../domain/inbound/matching.js';
import { isUntimely } from '../../domain/inbound/return-deadline.js';
import { occurrenceOf } from '../../domain/inbound/return-time.js';
import { isReturned, type OddItem, type ReturnedItem } from '../../domain/inbound/returned-item.js';
import { resultKey } from '../../domain/result-key.js';
import { reversalIdOf } from '../../domain/reversal.js';
import type { RailResult } from '../ports.js';
import { RecordResults } from '../record-results.js';
import { TenantWork } from '../tenant-work.js';
import { type NewReturnPosting, Postings } from '../statements/ports.js';
import { exceptionOf, type InboundContext } from './inbound-context.js';
import { inboundMetrics } from './metrics.table.js';
import {
  type AppliedReturn,
  type CandidateEntry,
  type NewException,
  RailExceptions,
  type ReturnCount,
  ReturnedEntries,
  type StoredEntry,
} from './ports.js';

/** The bank may have the entries of a file in these states. */
const SENT_FILES: ReadonlySet<FileStatus> = new Set(['uploading', 'doubtful', 'uploaded', 'acknowledged', 'closed']);
export const SENT_ENTRIES: ReadonlySet<EntryStatus> = new Set(['filed', 'accepted', 'settled', 'returned']);

interface Matched {
  readonly item: ReturnedItem;
  readonly entry: CandidateEntry;
}

interface KnowingContext extends InboundContext {
  readonly known: readonly KnownReturn[];
}

/** What the items of one enterprise come to. */
interface Effects {
  readonly results: RailResult[];
  readonly returns: AppliedReturn[];
  readonly counts: ReturnCount[];
  readonly postings: NewReturnPosting[];
  readonly exceptions: NewException[];
}

/**
 * Applies returns and notifications of change to the entries that they are about, one transaction for each enterprise;
 * what cannot be applied becomes an exception. Repeating it changes nothing.
 */
@Injectable()
export class ApplyReturns {
  constructor(
    private readonly tenantWork: TenantWork,
    private readonly entries: ReturnedEntries,
    private readonly results: RecordResults,
    private readonly exceptions: RailExceptions,
    private readonly postings: Postings,
    private readonly metrics: Metrics,
  ) {}

  /** @returns the files of ours that these returns prove to be at the bank. */
  async execute(context: InboundContext, items: readonly (ReturnedItem | OddItem)[]): Promise<Set<string>> {
    const returned = items.filter(isReturned);
    const candidates = await this.candidatesOf(context.connection.name, returned);
    const exceptions: NewException[] = items.flatMap((item) =>
      isReturned(item) ? [] : [exceptionOf(context, item, { kind: item.kind, detail: item.odd ?? undefined })],
    );
    const matched: Matched[] = [];
    for (const item of returned) {
      if (item.odd !== null) {
        exceptions.push(unmatched(context, item, item.odd));
        continue;
      }
      const match = matchReturned(item, candidates.get(item.original_trace) ?? []);
      if ('entry' in match) matched.push({ item, entry: match.entry });
      else exceptions.push(unmatched(context, item, match.kind === 'ambiguous' ? 'ambiguous' : match.mismatch));
    }
    await this.reopen(matched);
    // Told before anything is applied: another return of the same payment is a person's decision then.
    await this.raise(exceptions);
    for (const [enterpriseId, own] of byEnterprise(matched)) {
      await this.raise(await this.applyTo(enterpriseId, context, own));
    }
    return new Set(matched.flatMap(({ entry }) => entry.file_id ?? []));
  }

  /** Applies an item to the entry that an operator names. @returns what it is to the entry. */
  async applyToEntry(
    context: InboundContext,
    item: ReturnedItem,
    entry: CandidateEntry,
  ): Promise<'match' | 'repeated' | 'duplicate'> {
    const standing = standingOf(item, entry);
    await this.reopen([{ item, entry }]);
    await this.raise(await this.applyTo(entry.enterprise_id, context, [{ item, entry }]));
    return standing;
  }

  /** The entries with the trace numbers of the items, over all enterprises. */
  private async candidatesOf(
    connection: string,
    items: readonly ReturnedItem[],
  ): Promise<ReadonlyMap<string, CandidateEntry[]>> {
    const traces = [...new Set(items.map(({ original_trace }) => original_trace))].filter((trace) => trace !== '');
    const owners = await this.entries.owners(connection, traces);
    const stateOf = new Map(owners.map(({ file_id, file_state }) => [file_id, file_state]));
    const candidates = new Map<string, CandidateEntry[]>();
    for (const enterpriseId of new Set(owners.map(({ enterprise_id }) => enterprise_id))) {
      const own = owners.filter(({ enterprise_id }) => enterprise_id === enterpriseId).map(({ trace }) => trace);
      const found = await this.tenantWork.run(enterpriseId, () => this.entries.candidates(connection, own));
      for (const entry of found) {
        const fileState = entry.file_id === null ? undefined : stateOf.get(entry.file_id);
        const is_sent = fileState !== undefined && SENT_FILES.has(fileState) && SENT_ENTRIES.has(entry.state);
        candidates.set(entry.trace, [...(candidates.get(entry.trace) ?? []), { ...entry, is_sent }]);
      }
    }
    return candidates;
  }

  private applyTo(
    enterpriseId: string,
    context: InboundContext,
    matched: readonly Matched[],
  ): Promise<readonly NewException[]> {
    return this.tenantWork.run(enterpriseId, async () => {
      const locked = await this.entries.lock([...new Set(matched.map(({ entry }) => entry.id))]);
      const known = await this.postings.returnsOf(
        locked.map(({ end_to_end_id }) => end_to_end_id),
        matched.map(({ item }) => item.trace),
      );
      const effects = effectsOf({ ...context, known }, matched, new Map(locked.map((entry) => [entry.id, entry])));
      await Promise.all([
        this.entries.markReturned(effects.returns),
        this.entries.count(effects.counts),
        this.postings.addReturns(effects.postings),
        this.results.execute(effects.results),
      ]);
      return effects.exceptions;
    });
  }

  /** Whoever closed a reversal that now comes back must see it. Before it is booked: its money is in suspense again. */
  private reopen(matched: readonly Matched[]): Promise<void> {
    return this.exceptions.reopen(
      matched.flatMap(({ item: { kind, code }, entry: { end_to_end_id } }) => {
        const id = kind === 'return' ? reversalIdOf(end_to_end_id) : undefined;
        return id === undefined ? [] : [{ id, code }];
      }),
    );
  }

  private async raise(exceptions: readonly NewException[]): Promise<void> {
    for (const [kind, count] of await this.exceptions.add(exceptions)) {
      this.metrics.count(inboundMetrics.payments_rails_exceptions_total, { kind }, count);
    }
  }
}

const unmatched = (context: InboundContext, item: ReturnedItem, detail: string) =>
  exceptionOf(context, item, {
    kind:
      detail === 'ambiguous' ? 'ambiguous_return' : item.kind === 'return' ? 'unmatched_return' : 'unmatched_change',
    detail,
  });

function byEnterprise(matched: readonly Matched[]): Map<string, Matched[]> {
  const groups = new Map<string, Matched[]>();
  for (const each of matched) {
    const { enterprise_id } = each.entry;
    groups.set(enterprise_id, [...(groups.get(enterprise_id) ?? []), each]);
  }
  return groups;
}

/** What the items do to entries as they are now that they are locked: the same entry may be in a file twice. */
function effectsOf(
  context: KnowingContext,
  matched: readonly Matched[],
  locked: ReadonlyMap<string, StoredEntry>,
): Effects {
  const effects: Effects = { results: [], returns: [], counts: [], postings: [], exceptions: [] };
  const current = new Map<string, CandidateEntry>();
  for (const { item, entry: found } of matched) {
    const fresh = locked.get(found.id);
    const entry = current.get(found.id) ?? (fresh && { ...fresh, is_sent: SENT_ENTRIES.has(fresh.state) });
    if (entry === undefined || !entry.is_sent || entry.trace !== found.trace) {
      effects.exceptions.push(unmatched(context, item, 'not_sent'));
    } else if (item.kind === 'change') change(context, { item, entry }, effects);
    else current.set(entry.id, comeBack(context, { item, entry }, effects));
  }
  return effects;
}

function change(context: InboundContext, { item, entry }: Matched, effects: Effects): void {
  const correction = parseCorrectedData(item.code, item.corrected_data);
  effects.results.push({
    ...resultOf(context, item, entry),
    kind: 'notification_of_change',
    ...(correction !== undefined && { correction: { ...correction } }),
  });
  if (correction === undefined || !isWholeCorrection(item.code, correction)) {
    const kind = isIdentificationChange(item.code) ? 'noc_identification' : 'change_without_correction';
    effects.exceptions.push(exceptionOf(context, item, { kind, entry, detail: changeMeaning(item.code)! }));
  }
}

/** @returns the entry as it is afterwards. */
function comeBack(context: KnowingContext, { item, entry }: Matched, effects: Effects): CandidateEntry {
  const standing = standingOf(item, entry);
  const payment = { ...entry, amount: BigInt(entry.amount) };
  const coming = { id: item.trace, direction: item.direction, amount: BigInt(item.amount) };
  const detail = standing === 'match' ? whyNotAlone(context.known, payment, coming) : undefined;
  if (standing === 'duplicate' || detail !== undefined) {
    effects.exceptions.push(exceptionOf(context, item, { kind: 'duplicate_return', entry, detail }));
    return entry;
  }
  const { date } = occurrenceOf(item.settlement_day, context.time);
  if (isUntimely(item.code, newYorkDate(entry.settles_at), date)) {
    effects.exceptions.push(exceptionOf(context, item, { kind: 'untimely_return', entry }));
  }
  if (standing === 'repeated') return entry;
  const result: RailResult = { ...resultOf(context, item, entry), kind: 'returned' };
  effects.results.push(result);
  effects.returns.push({ id: entry.id, code: item.code, return_trace: item.trace, at: result.occurred_at });
  if (item.amount > 0) effects.postings.push(postingOf(context, { item, entry }, date));
  if (item.direction === 'debit') {
    effects.counts.push({ connection: context.connection.name, day: date, code: item.code, debits: 1 });
  }
  return { ...entry, state: 'returned', return_trace: item.trace, return_code: item.code };
}

/** What the bank books for the return: it gives back what a payout took, and takes back what a debit brought. */
function postingOf({ connection, inboundId }: InboundContext, { item, entry }: Matched, day: string): NewReturnPosting {
  return {
    kind: 'return',
    key: `return:${resultKey(entry, `${item.trace}-${item.code}`)}`,
    ...{ connection: connection.name, file: inboundId, batch: entry.trace, end_to_end_id: entry.end_to_end_id, day },
    ...{ direction: item.direction, amount: BigInt(item.amount) },
    references: [entry.trace, entry.end_to_end_id, item.trace],
  };
}

/** The same return has the same key in every file that contains it. */
function resultOf({ time }: InboundContext, item: ReturnedItem, entry: CandidateEntry): Omit<RailResult, 'kind'> {
  const { at } = occurrenceOf(item.settlement_day, time);
  return {
    key: resultKey(entry, `${item.trace}-${item.code}`),
    ...{ end_to_end_id: entry.end_to_end_id, code: item.code, trace: item.trace },
    // Never before what has happened to the entry already.
    occurred_at: at > entry.occurred_at ? at : entry.occurred_at,
  };
}
