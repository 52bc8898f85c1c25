import { Injectable } from '@nestjs/common';
import { newYorkDate } from '@payments/kernel';
import { Suspense } from '@payments/ledger';
import { changeMeaning, isIdentificationChange } from '../../domain/ach/change-codes.js';
import { isWholeCorrection, parseCorrectedData } from '../../domain/ach/corrected-data.js';
import type { EntryStatus } from '../../domain/entry-state.js';
import { withoutNumbers } from '../../domain/inbound/acknowledgment.js';
import { type KnownReturn, whyNotAlone } from '../../domain/inbound/known-returns.js';
import { standingOf } from '../../domain/inbound/matching.js';
import { isUntimely } from '../../domain/inbound/return-deadline.js';
import { occurrenceOf } from '../../domain/inbound/return-time.js';
import type { ReturnedItem } from '../../domain/inbound/returned-item.js';
import { resultKey } from '../../domain/result-key.js';
import type { RailResult } from '../ports.js';
import { RecordResults } from '../record-results.js';
import { StopReversals } from '../reversals/stop-reversals.js';
import { type NewReturnPosting, Postings } from '../statements/ports.js';
import type { Decided } from './decided-returns.js';
import { exceptionOf, type InboundContext } from './inbound-context.js';
import {
  type AppliedReturn,
  type CandidateEntry,
  type NewException,
  type ReturnCount,
  ReturnedEntries,
  type StoredEntry,
} from './ports.js';

export const SENT_ENTRIES: ReadonlySet<EntryStatus> = new Set(['filed', 'accepted', 'settled', 'returned']);

export interface Matched {
  readonly item: ReturnedItem;
  readonly entry: CandidateEntry;
}

interface KnowingContext extends InboundContext {
  readonly known: readonly KnownReturn[];
  readonly decided: Decided;
}

/** What the items of one enterprise come to. */
interface Effects {
  readonly results: RailResult[];
  readonly returns: AppliedReturn[];
  readonly counts: ReturnCount[];
  readonly postings: NewReturnPosting[];
  readonly exceptions: NewException[];
}

/** Whose trace number it names has sent it, whatever company it names: then the others can do nothing with it. */
export function unmatched(
  context: InboundContext,
  item: ReturnedItem,
  { detail, candidates }: { readonly detail: string; readonly candidates: readonly StoredEntry[] },
): NewException {
  const [owner, ...others] = new Set(candidates.map(({ enterprise_id }) => enterprise_id));
  return exceptionOf(context, item, {
    kind:
      detail === 'ambiguous' ? 'ambiguous_return' : item.kind === 'return' ? 'unmatched_return' : 'unmatched_change',
    ...{ detail, owner: others.length === 0 ? owner : undefined },
  });
}

/** What items do to the entries of the current tenant, in the current unit of work. */
@Injectable()
export class ReturnEffects {
  constructor(
    private readonly entries: ReturnedEntries,
    private readonly results: RecordResults,
    private readonly postings: Postings,
    private readonly reversals: StopReversals,
    private readonly suspense: Suspense,
  ) {}

  /** Of these reversals, those with money in suspense. In the current unit of work. */
  async suspended<R extends { readonly id: string }>(reversals: readonly R[]): Promise<R[]> {
    const found: R[] = [];
    for (const each of reversals) if ((await this.suspense.balanceOf(each.id)) !== 0n) found.push(each);
    return found;
  }

  /** @returns what a person must see instead. */
  async have(context: Omit<KnowingContext, 'known'>, matched: readonly Matched[]): Promise<readonly NewException[]> {
    const locked = await this.entries.lock([...new Set(matched.map(({ entry }) => entry.id))]);
    await this.reversals.ofPayments(matched.flatMap(({ item, entry }) => (item.kind === 'return' ? [entry.id] : [])));
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
  }
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
      effects.exceptions.push(unmatched(context, item, { detail: 'not_sent', candidates: [found] }));
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
  const told = { ...coming, original_trace: item.original_trace, references: referencesOf({ item, entry }) };
  const alone = () => whyNotAlone(context.known, payment, coming) ?? context.decided.whyNotAlone(told);
  const detail = standing === 'match' ? alone() : undefined;
  if (standing === 'duplicate' || detail !== undefined) {
    effects.exceptions.push(exceptionOf(context, item, { kind: 'duplicate_return', entry, detail }));
    return entry;
  }
  const { date } = occurrenceOf(item.settlement_day, context.time);
  if (isUntimely(item.code, newYorkDate(entry.settles_at), date)) {
    effects.exceptions.push(exceptionOf(context, item, { kind: 'untimely_return', entry }));
  }
  if (standing === 'repeated') return entry;
  const result: RailResult = {
    ...resultOf(context, item, entry),
    ...(item.information !== '' && { reason_text: withoutNumbers(item.information) }),
    kind: 'returned',
  };
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
    references: referencesOf({ item, entry }),
  };
}

/** What the statement may call it. */
export const referencesOf = ({ item, entry }: Matched) => [entry.trace, entry.end_to_end_id, item.trace];

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
