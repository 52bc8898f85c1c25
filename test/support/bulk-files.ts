import { createHash } from 'node:crypto';
import type { Answer, ApiClient } from './api-client.js';
import type { Party } from './parties.js';

export type Bulk = Record<string, unknown> & { readonly id: string; readonly status: string };

export interface FileOptions {
  readonly format?: 'csv' | 'ndjson';
  readonly prefix: string;
  readonly amountOf?: (row: number) => number;
  /** The rows that name an account that does not exist. */
  readonly isBad?: (row: number) => boolean;
}

const COLUMNS =
  'transfer_reference_id,amount,currency,speed,destination_customer_reference_id,destination_account_reference_id';

/** A file of payouts to one party. */
export function payoutFile(party: Party, rows: number, options: FileOptions): string {
  const { format = 'csv', prefix, amountOf = () => 100, isBad = () => false } = options;
  const lines = Array.from({ length: rows }, (_, index) => {
    const account = isBad(index + 1) ? 'nobody' : party.account_reference_id;
    const [reference, amount] = [`${prefix}-${index + 1}`, amountOf(index + 1)];
    if (format === 'csv') return `${reference},${amount},USD,asap,${party.customer_reference_id},${account}`;
    const destination = { ...party, account_reference_id: account };
    return JSON.stringify({ transfer_reference_id: reference, amount, currency: 'USD', speed: 'asap', destination });
  });
  return [...(format === 'csv' ? [COLUMNS] : []), ...lines, ''].join('\n');
}

/** The file in parts that end with a line. */
export function inParts(file: string, lines: number): string[] {
  const all = file.split(/(?<=\n)/);
  return Array.from({ length: Math.ceil(all.length / lines) }, (_, part) =>
    all.slice(part * lines, (part + 1) * lines).join(''),
  );
}

export function digestOf(content: string | Buffer): string {
  return `sha-256=:${createHash('sha256').update(content).digest('base64')}:`;
}

export function putPart(
  client: ApiClient,
  id: string,
  part: {
    readonly number: number | string;
    readonly content: string | Buffer;
    readonly headers?: Record<string, string>;
  },
): Promise<Answer> {
  const { number, content, headers } = part;
  return client.send('PUT', `/deliver/bulk-transfers/${id}/parts/${number}`, {
    payload: content,
    headers: { 'content-type': 'text/csv', 'content-digest': digestOf(content), ...headers },
  });
}

let bulks = 0;

export function aBulk(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { bulk_reference_id: `bulk-${process.pid}-${++bulks}`, mode: 'each', format: 'csv', ...changes };
}

/** Creates a bulk transfer, sends its file in parts and submits it. */
export async function submitFile(
  client: ApiClient,
  parts: readonly string[],
  changes: Record<string, unknown> = {},
): Promise<Bulk> {
  const created = await client.post('/deliver/bulk-transfers', aBulk(changes));
  if (created.status !== 200) throw new Error(created.text);
  const { id } = created.body['bulk_transfer'] as Bulk;
  const type = changes['format'] === 'ndjson' ? 'application/x-ndjson' : 'text/csv';
  for (const [index, content] of parts.entries()) {
    const put = await putPart(client, id, { number: index + 1, content, headers: { 'content-type': type } });
    if (put.status !== 200) throw new Error(put.text);
  }
  const submitted = await client.post(`/deliver/bulk-transfers/${id}/submit`, { parts: parts.length });
  if (submitted.status !== 202) throw new Error(submitted.text);
  return submitted.body['bulk_transfer'] as Bulk;
}

export async function readBulk(client: ApiClient, id: string): Promise<Bulk> {
  return (await client.get(`/deliver/bulk-transfers/${id}`)).body['bulk_transfer'] as Bulk;
}
