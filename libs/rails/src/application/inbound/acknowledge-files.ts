import { Injectable } from '@nestjs/common';
import { Clock } from '@payments/kernel';
import { Metrics } from '@payments/observability';
import type { Connection } from '../../domain/connection.js';
import { type FileBatch, type FileState, isCopy } from '../../domain/file-state.js';
import { type AcknowledgedFile, differingTotals, type StatedTotals } from '../../domain/inbound/acknowledgment.js';
import { verdictOn } from '../../domain/inbound/file-verdict.js';
import { observeFile } from '../observe-file.js';
import { Files, StaleFileError } from '../ports.js';
import { type AcknowledgmentContext, acknowledgmentException } from './inbound-context.js';
import { inboundMetrics } from './metrics.table.js';
import { type NewException, RailExceptions, SentFiles } from './ports.js';
import { RefuseEntries } from './refuse-entries.js';

const ATTEMPTS = 5;

/** Applies what banks say about files of ours. Repeating it changes nothing. */
@Injectable()
export class AcknowledgeFiles {
  constructor(
    private readonly files: Files,
    private readonly sent: SentFiles,
    private readonly refusals: RefuseEntries,
    private readonly exceptions: RailExceptions,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
  ) {}

  async execute(context: AcknowledgmentContext, acknowledged: readonly AcknowledgedFile[]): Promise<void> {
    for (const each of acknowledged) await this.apply(context, each);
  }

  /** A file in doubt, or that goes out again, is at the bank when entries of it came back or a statement has it. */
  async proveReceived(fileIds: Iterable<string>): Promise<void> {
    for (const id of fileIds) {
      await this.withFile(id, async (found) => {
        const file = await this.stopped(found);
        if (file.state === 'doubtful') await this.judge(file, 'acknowledged', null);
      });
    }
  }

  // What a person must see is stored first: once the file has its new state, a repetition finds nothing to say about it.
  private async apply(context: AcknowledgmentContext, each: AcknowledgedFile): Promise<void> {
    if (each.name === null && each.identity === null) {
      return this.raise(await this.refusals.execute(context, each, undefined));
    }
    const id = await this.find(context.connection, each);
    if (id === undefined) {
      return this.raise([acknowledgmentException(context, each, { kind: 'unknown_file', detail: each.name })]);
    }
    await this.withFile(id, async (found) => {
      const differing = await this.differing(found, each.totals);
      const file = each.verdict === 'accepted' ? await this.stopped(found, differing) : found;
      const { to, exception, partsCount } = verdictOn(file.state, each.verdict, differing.length > 0);
      if (exception !== undefined) {
        const detail = exception === 'ack_totals' ? differing.join(', ') : `${file.state}: ${each.status}`;
        await this.raise([acknowledgmentException(context, each, { kind: exception, detail, file })]);
      }
      // Before the file is accepted, so that a refused entry is never reported as accepted.
      if (partsCount) await this.raise(await this.refusals.execute(context, each, file));
      if (to !== undefined) await this.judge(file, to, to === 'doubtful' ? 'ack_totals' : each.reason);
    });
  }

  private async find(connection: Connection, { name, identity }: AcknowledgedFile): Promise<string | undefined> {
    if (identity === null) return this.sent.named(connection.name, name!);
    // The header identifies a file; the bank may have given it another name.
    const id = await this.sent.identified(connection.name, identity);
    const format = id === undefined ? undefined : (await this.files.find(id))?.format;
    if (!format || !('header' in format)) return undefined;
    const { header } = format;
    const isOurs =
      sameIdentifier(header.immediate_origin, identity.immediate_origin) &&
      sameIdentifier(header.immediate_destination, identity.immediate_destination) &&
      (identity.creation_time === '' || header.creation_time === identity.creation_time);
    return isOurs ? id : undefined;
  }

  private async differing(file: FileState, stated: StatedTotals): Promise<(keyof StatedTotals)[]> {
    if (Object.keys(stated).length === 0) return [];
    return differingTotals(stated, totalsOf(file, await this.files.batches(file.id)));
  }

  /** What the bank has does not go out again. */
  private stopped(file: FileState, differing: readonly string[] = []): Promise<FileState> {
    if (file.state !== 'sealed' || !isCopy(file)) return Promise.resolve(file);
    const reason = differing.length > 0 ? 'ack_totals' : null;
    return this.files.save(file, { ...file, state: 'doubtful', reason, next_attempt_at: null });
  }

  private async judge(file: FileState, to: 'acknowledged' | 'refused' | 'doubtful', reason: string | null) {
    if (to !== 'acknowledged') {
      // Entries that have not followed an earlier acceptance yet do so no more.
      await this.files.save(file, { ...file, state: to, reason, entries_become: null });
      return;
    }
    const acknowledged_at = this.clock.now();
    await this.files.save(file, { ...file, state: to, reason, acknowledged_at, entries_become: 'accepted' });
    observeFile(this.metrics, 'acknowledge', { file, endedAt: acknowledged_at });
  }

  /** Does the work with the file as it is; again when somebody else changes it meanwhile. */
  private async withFile(id: string, work: (file: FileState) => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      const file = await this.files.find(id);
      if (file === undefined) return;
      try {
        return await work(file);
      } catch (error) {
        if (!(error instanceof StaleFileError) || attempt === ATTEMPTS) throw error;
      }
    }
  }

  private async raise(exceptions: readonly NewException[]): Promise<void> {
    for (const [kind, count] of await this.exceptions.add(exceptions)) {
      this.metrics.count(inboundMetrics.payments_rails_exceptions_total, { kind }, count);
    }
  }
}

/** Banks leave out the blank or the leading 1 or 0 that fills an identifier to ten characters. */
function sameIdentifier(ours: string, theirs: string): boolean {
  const own = ours.trim();
  return own === theirs || (own.length === 10 && own.slice(1) === theirs);
}

function totalsOf(file: FileState, batches: readonly FileBatch[]): Required<StatedTotals> {
  const sum = (value: (batch: FileBatch) => number) => batches.reduce((total, batch) => total + value(batch), 0);
  return {
    ...{ batches: batches.length, records: sum(({ records }) => records), bytes: Number(file.size ?? 0n) },
    ...{ debit: sum(({ debit }) => Number(debit)), credit: sum(({ credit }) => Number(credit)) },
    entries: sum(({ entries, offset_trace }) => entries + (offset_trace === null ? 0 : 1)),
    total: sum(({ debit, credit }) => Number(debit + credit)),
  };
}
