import { Injectable } from '@nestjs/common';
import { Clock, newYorkDate, newYorkTime } from '@payments/kernel';
import { Log, Metrics } from '@payments/observability';
import { compareBatchKeys } from '../domain/ach/batch-key.js';
import { batchHeaderOf, fileHeaderOf, odfiOf } from '../domain/ach/file-headers.js';
import { traceNumber } from '../domain/ach/trace-number.js';
import type { Company, Connection } from '../domain/connection.js';
import { fileName } from '../domain/file-name.js';
import { isInstantRail, type OrderRail } from '../domain/entry-state.js';
import { freeModifier, HOLD_REASONS, type HoldReason, holdReason } from '../domain/file-rules.js';
import { type FileBatch, type FileState, held } from '../domain/file-state.js';
import { IsoFormatError } from '../domain/iso20022/iso-diagnostic.js';
import { offsetOf } from '../domain/offset.js';
import { windowOfKey } from '../domain/plan-entry.js';
import { FileStorage } from './file-storage.js';
import { LEASE_MS } from './lease-time.js';
import { observeFile } from './observe-file.js';
import { nameFileOfMessage } from './messages/name-message.js';
import type { BatchSummary, Lease } from './ports.js';
import type { OutboundDocument } from './outbound-content.js';
import { RenderFile } from './render-file.js';
import { TenantWork } from './tenant-work.js';

const ACH_RAILS: readonly OrderRail[] = ['ach', 'same_day_ach'];
const INSTANT_RAILS: readonly OrderRail[] = ['rtp', 'fednow'];
const NO_TOTALS = { debit: 0n, credit: 0n };

interface OwnBatch extends BatchSummary {
  readonly for_enterprise: string;
}

/** Closes a file that is built, names it, and fixes its bytes. */
@Injectable()
export class SealFile {
  constructor(
    private readonly storage: FileStorage,
    private readonly tenantWork: TenantWork,
    private readonly renderFile: RenderFile,
    private readonly clock: Clock,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  /** Nothing more comes in: the batches are numbered from what was claimed. A file without entries is dropped. */
  async close(
    connection: Connection,
    file: FileState,
    { enterpriseIds, lease }: { readonly enterpriseIds: readonly string[]; readonly lease: Lease },
  ): Promise<void> {
    const batches = await this.numberedBatches(connection, file, enterpriseIds);
    const { files } = this.storage;
    if (batches.length === 0) {
      await files.save(file, { ...file, state: 'dropped' });
      return;
    }
    const sum = (of: (batch: FileBatch) => bigint) => batches.reduce((total, batch) => total + of(batch), 0n);
    const closing = await files.close(
      file,
      {
        ...file,
        state: 'closing',
        batches: batches.length,
        entries: batches.reduce((total, { entries }) => total + entries, 0),
        debit: sum(({ debit }) => debit),
        credit: sum(({ credit }) => credit),
        copies: 1 + Math.max(...batches.map(({ copies }) => copies)),
      },
      batches,
    );
    await this.execute(connection, closing, lease);
  }

  /** Names a closing file, renders it, and seals or holds it. */
  async execute(connection: Connection, closing: FileState, lease: Lease): Promise<void> {
    const { files, payloads } = this.storage;
    const file = closing.file_name === null ? await this.name(connection, closing) : closing;
    if (file.state === 'held') return;
    const document = await this.rendered(connection, file, lease);
    if (document === undefined) return;
    const { id: document_id, size, sha256, plain_sha256 } = document;
    const reason = (await this.holdReason(connection, file)) ?? null;
    const state = reason === null ? ('sealed' as const) : ('held' as const);
    try {
      await files.save(file, { ...file, state, reason, document_id, size, sha256, plain_sha256 });
    } catch (error) {
      await payloads.remove(document_id);
      throw error;
    }
    observeFile(this.metrics, 'seal', { file, endedAt: this.clock.now() });
    const { id, entries: count } = file;
    if (reason === null) this.log.info('rails_file_sealed', { file_id: id, count });
    else this.log.warn('rails_file_held', { file_id: id, reason: HOLD_REASONS[reason], count });
  }

  /** Undefined when the file is held: a message that breaks a rule would be refused, whenever it is sent. */
  private async rendered(connection: Connection, file: FileState, lease: Lease): Promise<OutboundDocument | undefined> {
    try {
      return await this.renderFile.execute(connection, file, () => this.storage.leases.renew(lease, LEASE_MS));
    } catch (error) {
      if (!(error instanceof IsoFormatError)) throw error;
      await this.storage.files.save(file, held({ ...file, last_error: error.message }, 'network_rule'));
      this.log.error('rails_file_held', { file_id: file.id, reason: error.message });
      return undefined;
    }
  }

  private async holdReason(connection: Connection, file: FileState): Promise<HoldReason | undefined> {
    const { files } = this.storage;
    const { release, limits } = connection;
    const rails = isInstantRail(file.rail) ? INSTANT_RAILS : ACH_RAILS;
    // Messages are many: what no rule asks for is not counted.
    const sent = release.first_files_manual === 0 ? 0 : await files.countSent(connection.name, rails);
    const hasDayLimit = limits.day_debit_cents !== null || limits.day_credit_cents !== null;
    const ofDay = hasDayLimit ? await files.totalsOfDay(file) : NO_TOTALS;
    return holdReason(file, connection, { sent, ofDay, now: this.clock.now() });
  }

  private async numberedBatches(
    connection: Connection,
    file: FileState,
    enterpriseIds: readonly string[],
  ): Promise<(FileBatch & Pick<OwnBatch, 'copies'>)[]> {
    const found: OwnBatch[] = [];
    for (const id of enterpriseIds) {
      const summaries = await this.tenantWork.run(id, () => this.storage.entries.summarize(file.id));
      found.push(...summaries.map((summary) => ({ ...summary, for_enterprise: id })));
    }
    found.sort(
      (one, other) =>
        compareBatchKeys(one.batch_key, other.batch_key) || compareBatchKeys(one.for_enterprise, other.for_enterprise),
    );
    // A batch of prenotes has nothing to offset.
    const needsOffset = ({ debit, credit }: OwnBatch) =>
      connection.ach.offset === 'balanced_batch' && debit + credit > 0n && !isInstantRail(file.rail);
    const offsets = await this.offsetTraces(connection, file, found.filter(needsOffset).length);
    return found.map((batch, at) => {
      const hasOffset = needsOffset(batch);
      const company = companyOf(connection, batch.for_enterprise);
      const header = batchHeaderOf(connection, { key: batch.batch_key, company, number: at + 1, hasOffset });
      const own = { ...batch, batch_no: at + 1, header, offset_trace: hasOffset ? offsets.shift()! : null };
      return hasOffset ? { ...own, ...offsetOf(own, connection) } : own;
    });
  }

  private async offsetTraces(connection: Connection, file: FileState, count: number): Promise<string[]> {
    if (count === 0) return [];
    const block = await this.storage.traces.take(connection.name, count);
    if (block.epoch !== file.epoch || block.count < count) {
      throw new Error(`the trace numbers of file ${file.id} are used up; withdraw it and file its entries again`);
    }
    return Array.from({ length: count }, (_, at) => traceNumber(odfiOf(connection), block.first + at));
  }

  private async name(connection: Connection, file: FileState): Promise<FileState> {
    const { files } = this.storage;
    const now = this.clock.now();
    const { rail } = file;
    if (isInstantRail(rail)) return nameFileOfMessage(files, connection, { file: { ...file, rail }, at: now });
    const date = newYorkDate(now);
    const modifier = freeModifier(await files.modifiersOf(connection.name, date));
    if (modifier === undefined) return files.save(file, held(file, 'modifiers_exhausted'));
    const header = fileHeaderOf(connection, now, modifier);
    const { line_ending, pad_blocks } = connection.ach;
    const file_name = fileName(connection.outbound.name, {
      ...{ connection: connection.name, kind: 'ach', modifier, date: date.replaceAll('-', '') },
      ...{ date6: header.creation_date, company_id: connection.companies[0]!.company_id },
      origin: connection.header.immediate_origin,
      time: header.creation_time + String(now.getUTCSeconds()).padStart(2, '0'),
      sequence: String(await files.nextSequence(connection.name)),
      window: newYorkTime(windowOfKey(file.window_key)).replace(':', ''),
    });
    return files.save(file, {
      ...{ ...file, file_name, modifier, creation_date: date },
      format: { header, line_ending, pad_blocks },
    });
  }
}

/** @throws Error that says what to do: the file waits until the profile has the company again. */
function companyOf({ name, companies }: Connection, enterpriseId: string): Company {
  const company = companies.find(({ enterprise_id }) => enterprise_id === enterpriseId);
  if (company !== undefined) return company;
  throw new Error(
    `${name} has entries of enterprise ${enterpriseId}, but no company for it; put it back into BANKS_FILE`,
  );
}
