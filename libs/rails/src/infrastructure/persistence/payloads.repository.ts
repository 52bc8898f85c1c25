import { createHash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { decrypt, encrypt, KeyProvider, Transactions } from '@payments/persistence';
import { Payloads } from '../../application/ports.js';
import type { Content, StoredDocument } from '../../application/ports.js';
import { documentKeyContext } from './sealed-columns.table.js';

const KEY_BYTES = 32;
const CHUNK_BYTES = 262_144;

interface DocumentRow {
  readonly connection: string;
  readonly master_key_id: string;
  readonly wrapped_key: Buffer;
  readonly chunks: number | null;
}

/** Documents in rails.documents, their chunks in rails.payloads. */
@Injectable()
export class PayloadsRepository extends Payloads {
  constructor(
    private readonly transactions: Transactions,
    private readonly provider: KeyProvider,
  ) {
    super();
  }

  async store(connection: string, content: Content): Promise<StoredDocument> {
    const id = newId();
    const key = randomBytes(KEY_BYTES);
    const { masterKeyId, wrapped } = await this.provider.wrap(key, documentKeyContext(id));
    await this.run(
      `INSERT INTO rails.documents (id, connection, master_key_id, wrapped_key) VALUES ($1, $2, $3, $4)`,
      [id, connection, masterKeyId, wrapped],
      'insert-document',
    );
    const hash = createHash('sha256');
    let [chunks, size] = [0, 0n];
    for await (const chunk of inChunks(content)) {
      hash.update(chunk);
      size += BigInt(chunk.length);
      const stored = await this.run(
        `INSERT INTO rails.payloads (document_id, chunk, bytes)
         SELECT id, $2, $3 FROM rails.documents WHERE id = $1 RETURNING chunk`,
        [id, chunks, encrypt(key, chunk, chunkContext(connection, id, chunks))],
        'insert-payload',
      );
      assertKept(id, stored);
      chunks += 1;
    }
    const sha256 = hash.digest();
    // From now on it has the time that retention leaves until something must refer to it.
    const completed = await this.run(
      `UPDATE rails.documents SET chunks = $2, size = $3, sha256 = $4, created_at = now() WHERE id = $1 RETURNING id`,
      [id, chunks, size.toString(), sha256],
      'complete-document',
    );
    assertKept(id, completed);
    return { id, size, sha256 };
  }

  async *read(documentId: string): AsyncGenerator<Buffer, void, undefined> {
    const [document] = await this.run<DocumentRow>(
      `SELECT connection, master_key_id, wrapped_key, chunks FROM rails.documents WHERE id = $1`,
      [documentId],
      'find-document',
    );
    if (document?.chunks == null) throw new Error(`document ${documentId} is not stored, or not completely`);
    const { connection, master_key_id: masterKeyId, wrapped_key: wrapped, chunks } = document;
    const key = await this.provider.unwrap({ masterKeyId, wrapped }, documentKeyContext(documentId));
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      const [row] = await this.run<{ bytes: Buffer }>(
        `SELECT bytes FROM rails.payloads WHERE document_id = $1 AND chunk = $2`,
        [documentId, chunk],
        'find-payload',
      );
      if (row === undefined) throw new Error(`document ${documentId} lacks its chunk ${chunk}`);
      yield decrypt(key, row.bytes, chunkContext(connection, documentId, chunk));
    }
  }

  async remove(documentId: string): Promise<void> {
    await this.transactions.run({ role: 'relay' }, async (transaction) => {
      await transaction.query(`DELETE FROM rails.payloads WHERE document_id = $1`, [documentId]);
      await transaction.query(`DELETE FROM rails.documents WHERE id = $1`, [documentId]);
    });
  }

  private run<Row>(sql: string, values: readonly unknown[], name: string): Promise<Row[]> {
    return this.transactions.run({ role: 'relay' }, (transaction) => transaction.query<Row>(sql, values, name));
  }
}

const chunkContext = (connection: string, id: string, chunk: number) => `payload|${connection}|${id}|${chunk}`;

/** Retention takes a document that is not complete for too long for an interrupted one. */
function assertKept(id: string, rows: readonly unknown[]): void {
  if (rows.length === 0) throw new Error(`document ${id} took too long to store, and was removed`);
}

/** The content in chunks of the stored size. */
async function* inChunks(content: Content): AsyncGenerator<Buffer, void, undefined> {
  let parts: Uint8Array[] = [];
  let held = 0;
  for await (const part of content) {
    for (let at = 0; at < part.length;) {
      const piece = part.subarray(at, at + CHUNK_BYTES - held);
      parts.push(piece);
      held += piece.length;
      at += piece.length;
      if (held < CHUNK_BYTES) continue;
      yield Buffer.concat(parts);
      [parts, held] = [[], 0];
    }
  }
  if (held > 0) yield Buffer.concat(parts);
}
