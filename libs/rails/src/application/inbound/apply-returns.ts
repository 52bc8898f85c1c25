import { Injectable } from '@nestjs/common';
import { Metrics } from '@payments/observability';
import type { FileStatus } from '../../domain/file-state.js';
import { matchReturned, standingOf } from '../../domain/inbound/matching.js';
import { isReturned, type OddItem, type ReturnedItem } from '../../domain/inbound/returned-item.js';
import { reversalIdOf } from '../../domain/reversal.js';
import { TenantWork } from '../tenant-work.js';
import { Decided, DecidedReturns } from './decided-returns.js';
import { exceptionOf, type InboundContext } from './inbound-context.js';
import { inboundMetrics } from './metrics.table.js';
import { type CandidateEntry, type NewException, RailExceptions, ReturnedEntries } from './ports.js';
import { type Matched, referencesOf, ReturnEffects, SENT_ENTRIES, unmatched } from './return-effects.js';

/** The bank may have the entries of a file in these states. */
const SENT_FILES: ReadonlySet<FileStatus> = new Set(['uploading', 'doubtful', 'uploaded', 'acknowledged', 'closed']);

/**
 * Applies returns and notifications of change to the entries that they are about, one transaction for each enterprise;
 * what cannot be applied becomes an exception. Repeating it changes nothing.
 */
@Injectable()
export class ApplyReturns {
  constructor(
    private readonly tenantWork: TenantWork,
    private readonly decided: DecidedReturns,
    private readonly effects: ReturnEffects,
    private readonly entries: ReturnedEntries,
    private readonly exceptions: RailExceptions,
    private readonly metrics: Metrics,
  ) {}

  /**
   * In a file with entries that the bank rejected, those of ours without its mark come back as they are, and nothing has
   * happened to them. @returns the files of ours that these items prove to be at the bank.
   */
  async execute(
    context: InboundContext,
    items: readonly (ReturnedItem | OddItem)[],
    { ofRejectFile }: { readonly ofRejectFile: boolean },
  ): Promise<Set<string>> {
    const returned = items.filter(isReturned);
    const unmarked = items.filter(({ kind }) => ofRejectFile && kind === 'incoming_entry');
    const traces = [...returned.map(({ original_trace }) => original_trace), ...unmarked.map(({ trace }) => trace)];
    const candidates = await this.candidatesOf(context.connection.name, traces);
    const ours = new Map(
      unmarked.flatMap((item) => {
        const entry = candidates.get(item.trace)?.find((each) => isSame(item, each));
        return entry === undefined ? [] : [[item, entry] as const];
      }),
    );
    const exceptions: NewException[] = items.flatMap((item) =>
      isReturned(item) || ours.has(item)
        ? []
        : [exceptionOf(context, item, { kind: item.kind, detail: item.odd ?? undefined })],
    );
    const matched: Matched[] = [];
    for (const item of returned) {
      const fitting = candidates.get(item.original_trace) ?? [];
      if (item.odd !== null) {
        exceptions.push(unmatched(context, item, { detail: item.odd, candidates: fitting }));
        continue;
      }
      const match = matchReturned(item, fitting);
      if ('entry' in match) matched.push({ item, entry: match.entry });
      else {
        const detail = match.kind === 'ambiguous' ? 'ambiguous' : match.mismatch;
        exceptions.push(unmatched(context, item, { detail, candidates: fitting }));
      }
    }
    await this.reopen(matched);
    // Told before anything is applied: another return of the same payment is a person's decision then.
    await this.raise(exceptions);
    for (const [enterpriseId, own] of byEnterprise(matched)) {
      const ids = own.map(({ item }) => item.trace);
      const told = { connection: context.connection.name, ids, references: own.flatMap(referencesOf) };
      const work = (decided: Decided) => this.effects.have({ ...context, decided }, own);
      await this.raise(await this.decided.run(enterpriseId, told, work));
      await this.reopenSuspended(enterpriseId, own);
    }
    return new Set([...matched.map(({ entry }) => entry), ...ours.values()].flatMap(({ file_id }) => file_id ?? []));
  }

  /** Applies an item to the entry that an operator has decided for. @returns what it is to the entry. */
  async applyToEntry(
    context: InboundContext,
    item: ReturnedItem,
    entry: CandidateEntry,
  ): Promise<'match' | 'repeated' | 'duplicate'> {
    const standing = standingOf(item, entry);
    await this.reopen([{ item, entry }]);
    const work = () => this.effects.have({ ...context, decided: new Decided([]) }, [{ item, entry }]);
    await this.raise(await this.tenantWork.run(entry.enterprise_id, work));
    await this.reopenSuspended(entry.enterprise_id, [{ item, entry }]);
    return standing;
  }

  /** The entries with these trace numbers, over all enterprises. */
  private async candidatesOf(
    connection: string,
    named: readonly string[],
  ): Promise<ReadonlyMap<string, CandidateEntry[]>> {
    const traces = [...new Set(named)].filter((trace) => trace !== '');
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

  /** Whoever closed a reversal that now comes back must see it. Before it is booked: its money is in suspense again. */
  private reopen(matched: readonly Matched[]): Promise<void> {
    return this.exceptions.reopen(reversalsIn(matched));
  }

  /** Also who closed it before the return was booked, and if that was interrupted. */
  private async reopenSuspended(enterpriseId: string, matched: readonly Matched[]): Promise<void> {
    const reversals = reversalsIn(matched);
    if (reversals.length === 0) return;
    const suspended = await this.tenantWork.run(enterpriseId, () => this.effects.suspended(reversals));
    await this.exceptions.reopen(suspended.map((each) => ({ ...each, is_suspended: true })));
  }

  private async raise(exceptions: readonly NewException[]): Promise<void> {
    for (const [kind, count] of await this.exceptions.add(exceptions)) {
      this.metrics.count(inboundMetrics.payments_rails_exceptions_total, { kind }, count);
    }
  }
}

function reversalsIn(matched: readonly Matched[]) {
  return matched.flatMap(({ item: { kind, code }, entry: { end_to_end_id } }) => {
    const id = kind === 'return' ? reversalIdOf(end_to_end_id) : undefined;
    return id === undefined ? [] : [{ id, code }];
  });
}

/** Whether an item is an entry that we sent, as we sent it. */
const isSame = ({ amount, direction }: OddItem | ReturnedItem, entry: CandidateEntry) =>
  entry.is_sent && entry.amount === amount && entry.direction === direction;

function byEnterprise(matched: readonly Matched[]): Map<string, Matched[]> {
  const groups = new Map<string, Matched[]>();
  for (const each of matched) {
    const { enterprise_id } = each.entry;
    groups.set(enterprise_id, [...(groups.get(enterprise_id) ?? []), each]);
  }
  return groups;
}
