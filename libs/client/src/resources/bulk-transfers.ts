import { createHash } from 'node:crypto';
import type { Api } from '../api.js';
import { fileParts } from '../file-parts.js';
import type { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { BulkPart, BulkRow, BulkRowQuery, BulkTransfer, BulkTransferQuery, NewBulkTransfer } from '../types.js';

const MEDIA_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** A part of a file, in UTF-8. */
interface PartToSend {
  readonly format: BulkTransfer['format'];
  readonly content: Uint8Array;
}

/** Files of transfers, sent in parts. */
export class BulkTransfers {
  constructor(private readonly api: Api) {}

  /**
   * Creates a bulk transfer, to which the file is sent with `upload`. Retried when no response arrives, and executed once.
   *
   * @throws PaymentsError `duplicate_bulk_reference_id`, and others by field
   */
  async create(bulk: NewBulkTransfer, options: CreateOptions = {}): Promise<BulkTransfer> {
    const response = await this.api.create('post', '/deliver/bulk-transfers', { ...options, body: bulk });
    return response.bulk_transfer;
  }

  /**
   * Sends the parts that the service does not have, and submits the file. To resume an upload that was interrupted, call it
   * again with the same file, from any program.
   *
   * @throws PaymentsError `invalid_part`, `part_conflict` when the file is another one, `expected_rows_mismatch`, and others
   * @example
   * const bulk = await payments.bulkTransfers.create({ bulk_reference_id: 'payroll', mode: 'all', format: 'csv' });
   * await payments.bulkTransfers.upload(bulk, await readFile('payroll.csv'));
   */
  async upload(
    { id, format }: Pick<BulkTransfer, 'id' | 'format'>,
    file: Uint8Array,
    options: CallOptions = {},
  ): Promise<BulkTransfer> {
    const received = new Map((await this.parts(id, options)).map((part) => [part.number, part.sha256]));
    const parts = fileParts(file, format);
    for (const [index, part] of parts.entries()) {
      const number = index + 1;
      const isThere = received.get(number) === createHash('sha256').update(part).digest('hex');
      if (!isThere) await this.putPart(id, number, { format, content: part, ...options });
    }
    return this.submit(id, parts.length, options);
  }

  /** Sends one part; sending it again changes nothing. @throws PaymentsError `invalid_part`, `part_conflict`, and others */
  async putPart(
    id: string,
    number: number,
    { format, content, ...options }: PartToSend & CallOptions,
  ): Promise<BulkPart> {
    const sent = {
      type: MEDIA_TYPES[format],
      digest: `sha-256=:${createHash('sha256').update(content).digest('base64')}:`,
      text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(content),
    };
    const call = { ...options, path: { id, number: String(number) }, content: sent };
    return (await this.api.send('put', '/deliver/bulk-transfers/{id}/parts/{number}', call)).part;
  }

  /** The received parts, by number. @throws PaymentsError `unknown_id` */
  async parts(id: string, options: CallOptions = {}): Promise<readonly BulkPart[]> {
    return (await this.api.send('get', '/deliver/bulk-transfers/{id}/parts', { ...options, path: { id } })).parts;
  }

  /** The file has this many parts and is complete. @throws PaymentsError `missing_parts`, and others */
  async submit(id: string, parts: number, options: CallOptions = {}): Promise<BulkTransfer> {
    const call = { ...options, path: { id }, body: { parts }, repeatable: true };
    return (await this.api.send('post', '/deliver/bulk-transfers/{id}/submit', call)).bulk_transfer;
  }

  /** Has the rows created, if it was created with `review`. @throws PaymentsError `bulk_not_ready` */
  async confirm(id: string, options: CallOptions = {}): Promise<BulkTransfer> {
    const call = { ...options, path: { id }, repeatable: true };
    return (await this.api.send('post', '/deliver/bulk-transfers/{id}/confirm', call)).bulk_transfer;
  }

  /** Creates no further row. @throws PaymentsError `bulk_not_cancelable` */
  async cancel(id: string, options: CallOptions = {}): Promise<BulkTransfer> {
    const call = { ...options, path: { id }, repeatable: true };
    return (await this.api.send('post', '/deliver/bulk-transfers/{id}/cancel', call)).bulk_transfer;
  }

  /** Reads a bulk transfer by its id. @throws PaymentsError `unknown_id` */
  async get(id: string, options: CallOptions = {}): Promise<BulkTransfer> {
    return (await this.api.send('get', '/deliver/bulk-transfers/{id}', { ...options, path: { id } })).bulk_transfer;
  }

  /** Newest first; iterating fetches the pages. */
  list(query: BulkTransferQuery = {}, options: CallOptions = {}): List<BulkTransfer> {
    return this.api.list('/deliver/bulk-transfers', { ...options, query }, (response) => response.bulk_transfers);
  }

  /** In the order of the file; iterating fetches the pages. @throws PaymentsError `unknown_id` */
  rows(id: string, query: BulkRowQuery = {}, options: CallOptions = {}): List<BulkRow> {
    const call = { ...options, path: { id }, query };
    return this.api.list('/deliver/bulk-transfers/{id}/rows', call, (response) => response.rows);
  }

  /** The refused rows as CSV. @throws PaymentsError `unknown_id` */
  errors(id: string, options: CallOptions = {}): Promise<string> {
    return this.api.text('/deliver/bulk-transfers/{id}/errors', { ...options, path: { id }, accept: 'text/csv' });
  }
}
