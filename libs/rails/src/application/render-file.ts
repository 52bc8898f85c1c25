import { Injectable } from '@nestjs/common';
import { AchFileWriter } from '../domain/ach/ach-file-writer.js';
import type { BatchToWrite, EntryToWrite } from '../domain/ach/ach-file-writer.js';
import { sequenceOf } from '../domain/ach/trace-number.js';
import type { Connection } from '../domain/connection.js';
import type { FileBatch, FileState } from '../domain/file-state.js';
import { offsetEntry } from '../domain/offset.js';
import { OutboundContent, type OutboundDocument } from './outbound-content.js';
import { type MessageFormat, writeMessage } from '../domain/message-format.js';
import { entriesOf, paymentOf } from './messages/payments-of-file.js';
import { Entries, Files, SettlementAccounts } from './ports.js';
import type { FiledEntry } from './ports.js';
import { TenantWork } from './tenant-work.js';

const HASH_DIGITS = 10n ** 10n;

/** Writes the bytes of a closed file. The same file always gives the same bytes, until they are encrypted. */
@Injectable()
export class RenderFile {
  constructor(
    private readonly files: Files,
    private readonly entries: Entries,
    private readonly content: OutboundContent,
    private readonly tenantWork: TenantWork,
    private readonly accounts: SettlementAccounts,
  ) {}

  /** Stores the bytes. `onProgress` is called for every page of entries. @throws Error when they are not what was claimed. */
  async execute(connection: Connection, file: FileState, onProgress: () => Promise<void>): Promise<OutboundDocument> {
    const batches = await this.files.batches(file.id);
    const format = formatOf(file);
    if (!('header' in format)) {
      const bytes = await this.message(connection, file, { format, batches });
      await onProgress();
      return this.content.store(connection, [bytes]);
    }
    const writer = new AchFileWriter(format.header, format);
    const document = await this.content.store(
      connection,
      writer.write(this.batchesToWrite(connection, file, { batches, onProgress })),
    );
    if (agrees(writer, batches)) return document;
    await this.content.remove(document);
    throw disagreement(file);
  }

  /** The bytes once more, without encryption: that would give others. */
  async *again(connection: Connection, file: FileState): AsyncGenerator<Buffer, void, undefined> {
    const batches = await this.files.batches(file.id);
    const format = formatOf(file);
    if (!('header' in format)) return yield await this.message(connection, file, { format, batches });
    const onProgress = () => Promise.resolve();
    const writer = new AchFileWriter(format.header, format);
    yield* writer.write(this.batchesToWrite(connection, file, { batches, onProgress }));
  }

  /** A message is small, so it is written at once. @throws Error when its payments are not what was claimed. */
  private async message(
    connection: Connection,
    file: FileState,
    { format, batches }: { readonly format: MessageFormat; readonly batches: readonly FileBatch[] },
  ): Promise<Buffer> {
    const entries = await entriesOf({ entries: this.entries, tenantWork: this.tenantWork }, file.id, batches);
    const total = entries.reduce((sum, { amount }) => sum + amount, 0n);
    if (entries.length !== file.entries || total !== file.credit) throw disagreement(file);
    return writeMessage(format, entries.map(paymentOf), this.accounts.numberOf(connection));
  }

  private *batchesToWrite(
    connection: Connection,
    file: FileState,
    { batches, onProgress }: Rendering,
  ): Generator<BatchToWrite> {
    for (const batch of batches) {
      yield { header: batch.header, entries: this.groups(connection, file, { batch, onProgress }) };
    }
  }

  private async *groups(
    connection: Connection,
    file: FileState,
    { batch, onProgress }: { readonly batch: FileBatch; readonly onProgress: () => Promise<void> },
  ): AsyncGenerator<EntryToWrite[]> {
    for (let after = ''; ;) {
      const page = await this.tenantWork.run(batch.for_enterprise, () => this.entries.page(file.id, batch, after));
      if (page.length === 0) break;
      yield page.map(entryToWrite);
      after = page.at(-1)!.trace;
      await onProgress();
    }
    if (batch.offset_trace !== null) yield [offsetEntry(batch, connection, this.accounts.numberOf(connection))];
  }
}

function formatOf({ format, id }: FileState): NonNullable<FileState['format']> {
  if (format === null) throw new Error(`file ${id} has no header yet`);
  return format;
}

const disagreement = ({ id }: FileState) => new Error(`file ${id} is not what was claimed for it; nothing was sealed`);

interface Rendering {
  readonly batches: readonly FileBatch[];
  readonly onProgress: () => Promise<void>;
}

function agrees({ totals }: AchFileWriter, batches: readonly FileBatch[]): boolean {
  const sum = (of: (batch: FileBatch) => bigint) => batches.reduce((total, batch) => total + of(batch), 0n);
  return (
    totals.batches === batches.length &&
    BigInt(totals.records) === sum(({ records }) => BigInt(records)) &&
    BigInt(totals.hash) === sum(({ hash }) => hash) % HASH_DIGITS &&
    BigInt(totals.debit) === sum(({ debit }) => debit) &&
    BigInt(totals.credit) === sum(({ credit }) => credit)
  );
}

/** An entry as a NACHA file has it. */
export function entryToWrite({
  trace,
  amount,
  routing_number,
  remittance,
  ...entry
}: Omit<FiledEntry, 'clearing_reference'>): EntryToWrite {
  const { transaction_code, account_number, individual_id, name: individual_name, discretionary_data } = entry;
  return {
    detail: {
      ...{ transaction_code, receiving_dfi: routing_number.slice(0, 8), check_digit: routing_number.slice(8) },
      ...{ account_number, amount: Number(amount), individual_id, individual_name, discretionary_data },
      ...{ addenda_indicator: remittance === null ? 0 : 1, trace_number: trace },
    },
    addenda:
      remittance === null
        ? null
        : {
            kind: 'remittance',
            values: {
              payment_related_information: remittance,
              sequence_number: 1,
              entry_sequence_number: sequenceOf(trace),
            },
          },
  };
}
