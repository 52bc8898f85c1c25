import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { BulkFormat } from '@payments/bulk';
import { MAX_PART_BYTES, partLength } from '@payments/client';
import { CliError, unreadable } from '../cli.error.js';

const MAX_PARTS = 500;
const LINE_FEED = 0x0a;

/** A piece of a file that ends with a record, as a part of a bulk transfer does. */
export interface FilePart {
  /** From 1. */
  readonly number: number;
  readonly content: Buffer;
  /** SHA-256, hexadecimal. */
  readonly digest: string;
  /** The lines of the parts before. */
  readonly linesBefore: number;
  /** The share of the file up to the end of this part, from 0 to 1. */
  readonly done: number;
}

/**
 * The parts of a file as the client library cuts them, read on demand.
 * @throws CliError when the file cannot be read, or has too many parts
 */
export async function* fileParts(path: string, format: BulkFormat): AsyncGenerator<FilePart, void, undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw unreadable(path, error);
  });
  try {
    const { size } = await file.stat();
    if (size > MAX_PARTS * MAX_PART_BYTES)
      throw new CliError(`${path}: has more than ${MAX_PARTS} MiB; split the file`);
    let [from, linesBefore] = [0, 0];
    for (let number = 1; number === 1 || from < size; number += 1) {
      // One byte more tells whether the file goes on.
      const wanted = Buffer.alloc(Math.min(MAX_PART_BYTES + 1, size - from));
      const { buffer, bytesRead } = await file.read(wanted, { position: from });
      if (bytesRead < buffer.length) throw new CliError(`${path}: became shorter while it was read; run this again`);
      const content = buffer.subarray(0, partLength(buffer, format));
      from += content.length;
      const digest = createHash('sha256').update(content).digest('hex');
      yield { number, content, digest, linesBefore, done: size === 0 ? 1 : from / size };
      for (const byte of content) if (byte === LINE_FEED) linesBefore += 1;
    }
  } finally {
    await file.close();
  }
}
