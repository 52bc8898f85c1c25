import { api, dataOf } from '../../api/client.js';
import { Problem } from '../../api/problem.js';
import { byId } from '../../api/queries.js';
import type { BulkTransfer } from '../../api/types.js';
import { base64Of, hexOf, partsOf, sha256 } from './parts.js';
import type { Part } from './parts.js';

/** Characters of a value; a digest has 64 in hexadecimal, and 44 in base64. */
const MAX_METADATA = 50;
const ATTEMPTS = 5;
const WAIT_MS = 1_500;
const MEDIA_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;

/** The file is not the one whose upload began. */
export class OtherFile extends Error {}

/** The service refused a part of the file. */
export class RefusedPart extends Error {
  constructor(
    readonly problem: Problem,
    readonly part: Part,
  ) {
    super(problem.message);
  }
}

interface Upload {
  readonly file: File;
  /** How many of its bytes the service has. */
  readonly sent: number;
  /** Why it does not go on. */
  readonly error?: unknown;
}

type Bulk = Pick<BulkTransfer, 'id' | 'format' | 'metadata'>;

/** What the portal writes into the metadata of a bulk transfer, so that an upload is resumed with the same file alone. */
export async function fileMetadata(file: File): Promise<Record<string, string | number>> {
  const digest = base64Of(await sha256(await file.arrayBuffer()));
  return { file_name: file.name.slice(-MAX_METADATA), file_size: file.size, file_sha256: digest };
}

/** The uploads of this tab. They go on while other pages of the portal are looked at, and end with the tab. */
class Uploads {
  private readonly uploads = new Map<string, Upload>();
  private readonly listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readonly of = (id: string): Upload | undefined => this.uploads.get(id);

  /**
   * Sends the parts that the service does not have, and submits the file. What goes wrong is told by `of`.
   * @param show has what was submitted shown, until which the upload is not over
   */
  async send(bulk: Bulk, file: File, show: () => Promise<unknown>): Promise<void> {
    this.set(bulk.id, { file, sent: 0 });
    try {
      const parts = await this.sendParts(bulk, file);
      await patiently(() =>
        dataOf(api.POST('/deliver/bulk-transfers/{id}/submit', { params: byId(bulk.id), body: { parts } })),
      );
      await show();
      this.set(bulk.id, undefined);
    } catch (error) {
      const { sent = 0 } = this.of(bulk.id) ?? {};
      this.set(bulk.id, { file, sent, error });
    }
  }

  /** @returns how many parts the file has */
  private async sendParts(bulk: Bulk, file: File): Promise<number> {
    const { file_sha256: expected } = bulk.metadata ?? {};
    if (expected !== undefined && expected !== (await fileMetadata(file))['file_sha256']) throw new OtherFile();
    const { parts } = await patiently(() =>
      dataOf(api.GET('/deliver/bulk-transfers/{id}/parts', { params: byId(bulk.id) })),
    );
    const received = new Map(parts.map(({ number, sha256: digest }) => [number, digest]));
    let last = 0;
    for await (const part of partsOf(file, bulk.format)) {
      const digest = await sha256(part.bytes);
      const there = received.get(part.number);
      if (there !== undefined && there !== hexOf(digest)) throw new OtherFile();
      if (there === undefined) await sendPart(bulk, part, digest);
      this.set(bulk.id, { file, sent: part.end });
      last = part.number;
    }
    return last;
  }

  private set(id: string, upload: Upload | undefined): void {
    if (upload === undefined) this.uploads.delete(id);
    else this.uploads.set(id, upload);
    for (const listener of this.listeners) listener();
  }
}

export const uploads = new Uploads();

async function sendPart({ id, format }: Bulk, part: Part, digest: Uint8Array): Promise<void> {
  const sent = {
    params: { path: { id, number: part.number } },
    headers: { 'Content-Type': MEDIA_TYPES[format], 'Content-Digest': `sha-256=:${base64Of(digest)}:` },
    body: part.bytes as never,
    bodySerializer: (bytes: unknown) => bytes as Uint8Array<ArrayBuffer>,
  };
  try {
    await patiently(() => dataOf(api.PUT('/deliver/bulk-transfers/{id}/parts/{number}', sent)));
  } catch (error) {
    throw error instanceof Problem && !error.isRetryable ? new RefusedPart(error, part) : error;
  }
}

/** Parts and submissions may be sent again. A token that has ended is renewed by the first attempt. */
async function patiently<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const isWorthIt = error instanceof Problem && (error.isRetryable || (error.isSignedOut && attempt === 1));
      if (!isWorthIt || attempt === ATTEMPTS) throw error;
      const { retryAfterSeconds = WAIT_MS / 1000 } = error;
      await new Promise((next) => setTimeout(next, retryAfterSeconds * 1000));
    }
  }
}
