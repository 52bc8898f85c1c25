import { extname } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { ChangeBulk, CreateBulk, CreateBulkDto, ReadBulks, ReceivePart } from '@payments/bulk';
import type { BulkFormat, BulkMode, BulkView } from '@payments/bulk';
import { validate } from '@payments/http';
import { DomainError } from '@payments/kernel';
import { CliError, UsageError } from '../cli.error.js';
import { inOptions } from '../in-options.js';
import type { OptionNames } from '../in-options.js';
import { LiveLine } from '../live-line.js';
import { counted, say } from '../terminal.js';
import { waitUntil } from '../wait.js';
import { fileParts } from './file-parts.js';
import type { FilePart } from './file-parts.js';

export interface UploadOptions {
  readonly reference: string;
  readonly mode: BulkMode;
  readonly format?: BulkFormat;
  readonly expectedRows?: number;
  /** Cents. */
  readonly expectedAmount?: number;
  readonly skipDuplicates?: boolean;
  readonly review?: boolean;
  readonly executeAt?: string;
}

const FORMATS: Readonly<Record<string, BulkFormat>> = { '.csv': 'csv', '.ndjson': 'ndjson', '.jsonl': 'ndjson' };
const OPTIONS: OptionNames = {
  ...({ bulk_reference_id: '--reference', expected_rows: '--expected-rows' } as const),
  ...({ expected_amount: '--expected-amount', execute_at: '--execute-at' } as const),
};
const WAITS = new Set(['uploading', 'validating', 'running']);

/**
 * Sends a file in parts and submits it. A bulk transfer with the same reference is continued: only what it does not have is
 * sent.
 * @throws CliError naming the line of the file that is wrong; DomainError as the operations do, but naming options
 */
export function uploadBulk(app: INestApplicationContext, path: string, options: UploadOptions): Promise<BulkView> {
  return inOptions(OPTIONS, () => sendAll(app, path, options));
}

async function sendAll(app: INestApplicationContext, path: string, options: UploadOptions): Promise<BulkView> {
  const format = options.format ?? FORMATS[extname(path).toLowerCase()];
  if (format === undefined)
    throw new UsageError('--format: required, because the name does not end with .csv or .ndjson');
  const bulk = (await known(app, { ...options, format })) ?? (await create(app, { ...options, format }));
  const received = new Map(
    (await app.get(ReadBulks, { strict: false }).listParts(bulk.id)).map(({ number, sha256 }) => [number, sha256]),
  );
  if (received.size > 0) say(`bulk transfer ${bulk.id} has ${counted(received.size, 'part')} already`);
  const line = new LiveLine();
  let [parts, sent] = [0, 0];
  try {
    for await (const part of fileParts(path, format)) {
      parts = part.number;
      line.show(`${String(Math.floor(100 * part.done)).padStart(3)} %  part ${part.number} of ${path}`);
      if (received.get(part.number) === part.digest) continue;
      await send(app, part, { bulk, path });
      sent += 1;
    }
  } finally {
    line.end();
  }
  // Its rows may be being validated, and the submission would wait for that.
  if (bulk.status !== 'uploading' && sent === 0 && received.size === parts) return bulk;
  return app.get(ChangeBulk, { strict: false }).submit(bulk.id, parts);
}

/** Waits until the rows are created, or until it waits for somebody or for a time. */
export async function untilEnded(app: INestApplicationContext, id: string): Promise<BulkView> {
  const line = new LiveLine();
  const ended = await waitUntil(
    () => app.get(ReadBulks, { strict: false }).get(id),
    (bulk) => {
      const { validated, created, skipped, refused } = bulk.progress;
      const finished = bulk.status === 'running' ? created + skipped + refused : validated;
      line.show(`${bulk.status}: ${finished} of ${counted(bulk.rows, 'row')}`);
      return !WAITS.has(bulk.status) && !startsByItself(bulk);
    },
  );
  line.end();
  return ended;
}

function startsByItself({ status, review, confirmed_at, approval, execute_at }: BulkView): boolean {
  const isConfirmed = !review || confirmed_at !== undefined;
  return status === 'ready' && isConfirmed && approval?.status !== 'pending' && execute_at === undefined;
}

type Asked = UploadOptions & { readonly format: BulkFormat };

async function known(app: INestApplicationContext, { reference, mode, format }: Asked): Promise<BulkView | undefined> {
  const filter = { bulk_reference_id: reference, size: 1 };
  const [bulk] = (await app.get(ReadBulks, { strict: false }).list(filter)).items;
  if (bulk !== undefined && (bulk.mode !== mode || bulk.format !== format)) {
    throw new CliError(
      `--reference: ${reference} has the mode ${bulk.mode} and the format ${bulk.format}; choose another`,
    );
  }
  return bulk;
}

function create(app: INestApplicationContext, options: Asked): Promise<BulkView> {
  const { reference, mode, format, expectedRows, expectedAmount, skipDuplicates = false, review, executeAt } = options;
  const asked = {
    ...{ bulk_reference_id: reference, mode, format, review, execute_at: executeAt },
    ...{ expected_rows: expectedRows, expected_amount: expectedAmount },
    ...(skipDuplicates && { on_duplicate: 'skip' }),
  };
  return app.get(CreateBulk, { strict: false }).execute(validate(CreateBulkDto, asked));
}

async function send(
  app: INestApplicationContext,
  { number, content, digest, linesBefore }: FilePart,
  { bulk, path }: { readonly bulk: BulkView; readonly path: string },
): Promise<void> {
  const part = { number, content, digest, sentDigest: digest, format: bulk.format };
  try {
    await app.get(ReceivePart, { strict: false }).execute(bulk.id, part);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid_part') throw error;
    const line = linesBefore + Number(error.extras.details?.['line']);
    throw new CliError(`${path}:${line}: ${error.message} (${error.code})`);
  }
}
