import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { DownloadReport, fileNameOf } from '@payments/reports';
import { CliError } from '../cli.error.js';
import { LiveLine } from '../live-line.js';
import { count } from '../terminal.js';
import { OPERATOR } from './make-report.js';

export interface DownloadedFile {
  /** The path; `-` for standard output. */
  readonly file: string;
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * Writes the file of a report to a path, to standard output for `-`, or under its own name into this directory. It gets its
 * name only when all of it is there.
 * @throws CliError when there is such a file; DomainError unknown_id, report_not_ready
 */
export async function downloadReport(app: INestApplicationContext, id: string, to?: string): Promise<DownloadedFile> {
  const download = app.get(DownloadReport, { strict: false });
  const report = await download.find(id, OPERATOR);
  const { sha256, bytes } = report;
  const file = to ?? fileNameOf(report);
  if (file !== '-' && (await exists(file))) throw new CliError(`${file}: exists already; pass another name with --out`);
  const pieces = hashed(await download.read(report, { from: 0, to: bytes }), { bytes, sha256 });
  if (file === '-') await print(pieces);
  else await write(pieces, file);
  return { file, bytes, sha256 };
}

async function* hashed(
  pieces: AsyncIterable<Buffer>,
  { bytes, sha256 }: Omit<DownloadedFile, 'file'>,
): AsyncGenerator<Buffer> {
  const [line, hash] = [new LiveLine(), createHash('sha256')];
  let read = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    read += piece.length;
    if (read < bytes) line.show(`${Math.floor((100 * read) / bytes)} % of ${count(bytes)} bytes`);
    yield piece;
  }
  line.end();
  if (hash.digest('hex') !== sha256) throw new CliError('the file is not the one that was made; download it again');
}

async function print(pieces: AsyncIterable<Buffer>): Promise<void> {
  for await (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
}

async function write(pieces: AsyncIterable<Buffer>, file: string): Promise<void> {
  const unfinished = `${file}.part`;
  try {
    await pipeline(pieces, createWriteStream(unfinished));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    if (error instanceof CliError || !(error as NodeJS.ErrnoException).path) throw error;
    throw new CliError(`${file}: cannot be written (${(error as NodeJS.ErrnoException).code}); check the path`);
  }
}

function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
