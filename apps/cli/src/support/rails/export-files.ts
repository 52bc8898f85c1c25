import { createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Decision, FileState, OperateFiles } from '@payments/rails';
import { CliError, UsageError } from '../cli.error.js';
import { counted } from '../terminal.js';
import { operate } from './files.js';

interface ExportRequest extends Decision {
  /** Of encrypted files the bytes that were encrypted. */
  readonly isPlain: boolean;
  readonly out: string | undefined;
  readonly json: boolean;
}

/** The owner's alone: it contains account numbers. */
const MODE = 0o600;

/** Writes the exact bytes of files: to standard output, to one new file, or into a directory under their own names. */
export async function exportFiles(ids: readonly string[], { out, json, ...decision }: ExportRequest): Promise<void> {
  const isDirectory = out !== undefined && statSync(out, { throwIfNoEntry: false })?.isDirectory() === true;
  if (ids.length > 1 && !isDirectory) {
    throw new UsageError('--out: must be an existing directory for more than one file; make it first');
  }
  if (out === undefined && json) throw new UsageError('--json: needs --out, because standard output has the bytes');
  const files = await operate(async (operations) => {
    const written = [];
    for (const id of ids) {
      const file = await operations.find(id);
      const path = out === undefined ? undefined : isDirectory ? join(out, file.file_name ?? `${file.id}.ach`) : out;
      await write(operations, { id: file.id, path, decision });
      written.push({ id: file.id, path, ...sealedAs(file, decision.isPlain) });
    }
    return written;
  });
  if (out === undefined) return;
  const text = json
    ? JSON.stringify({ command: 'rails files export', files }, null, 2)
    : `${counted(files.length, 'file')} written: ${files.map(({ path }) => path).join(', ')}`;
  process.stdout.write(`${text}\n`);
}

interface Target {
  readonly id: string;
  readonly path: string | undefined;
  readonly decision: Decision & { readonly isPlain: boolean };
}

async function write(operations: OperateFiles, { id, path, decision }: Target): Promise<void> {
  const bytes = await operations.export(id, decision);
  if (path === undefined) {
    for await (const chunk of bytes) process.stdout.write(chunk);
    return;
  }
  try {
    await pipeline(Readable.from(bytes), createWriteStream(path, { flags: 'wx', mode: MODE }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new CliError(`${path} exists; nothing is overwritten`);
    if (code === 'ENOENT' || code === 'EACCES')
      throw new CliError(`${path} cannot be written (${code}); check the path`);
    throw error;
  }
}

/** What is written has this hash; of the bytes that were encrypted no size is kept. */
function sealedAs({ size, sha256, plain_sha256 }: FileState, isPlain: boolean) {
  if (isPlain && plain_sha256 !== null) return { sha256: plain_sha256.toString('hex') };
  return { size: Number(size), sha256: sha256?.toString('hex') };
}
