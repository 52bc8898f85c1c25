import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction, FieldCipher } from '@payments/persistence';
import { Parts } from '../../application/ports.js';
import type { PartState, SentContent } from '../../application/ports.js';
import { PART_COLUMNS } from './rows.js';

const TABLE = 'bulk.parts';
const CONTENT = { table: TABLE, column: 'content' } as const;

@Injectable()
export class PartsRepository extends Parts {
  constructor(private readonly cipher: FieldCipher) {
    super();
  }

  async add(bulkId: string, part: PartState, { content, senders }: SentContent): Promise<PartState> {
    const { number, rows, lines, size, digest, ends_line, received_at } = part;
    const sealed = await this.cipher.seal(placeOf(bulkId, number), content.toString());
    await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, bulk_id, ${PART_COLUMNS}, content, senders)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [workContext.enterpriseId(), bulkId, number, rows, lines, size, digest, ends_line, received_at, sealed, senders],
      'insert-bulk-part',
    );
    return part;
  }

  async find(bulkId: string, number: number): Promise<PartState | undefined> {
    const [part] = await currentTransaction().query<PartState>(
      `SELECT ${PART_COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND bulk_id = $2 AND number = $3`,
      [workContext.enterpriseId(), bulkId, number],
      'find-bulk-part',
    );
    return part;
  }

  list(bulkId: string): Promise<PartState[]> {
    return currentTransaction().query<PartState>(
      `SELECT ${PART_COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND bulk_id = $2 ORDER BY number`,
      [workContext.enterpriseId(), bulkId],
      'list-bulk-parts',
    );
  }

  async senders(bulkId: string): Promise<string[]> {
    const rows = await currentTransaction().query<{ sender: string }>(
      `SELECT DISTINCT unnest(senders) AS sender FROM ${TABLE} WHERE enterprise_id = $1 AND bulk_id = $2`,
      [workContext.enterpriseId(), bulkId],
      'find-bulk-senders',
    );
    return rows.map(({ sender }) => sender);
  }

  async read(bulkId: string, number: number): Promise<Buffer | undefined> {
    const [part] = await currentTransaction().query<{ content: Buffer | null }>(
      `SELECT content FROM ${TABLE} WHERE enterprise_id = $1 AND bulk_id = $2 AND number = $3`,
      [workContext.enterpriseId(), bulkId, number],
      'read-bulk-part',
    );
    const content = part?.content ?? undefined;
    if (content === undefined) return undefined;
    return Buffer.from(await this.cipher.open(placeOf(bulkId, number), content));
  }

  // One part at a time: a file may have 500 MiB.
  async fileDigest(bulkId: string, parts: number): Promise<string | undefined> {
    const hash = createHash('sha256');
    for (let number = 1; number <= parts; number += 1) {
      const content = await this.read(bulkId, number);
      if (content === undefined) return undefined;
      hash.update(content);
    }
    return hash.digest('hex');
  }

  async discard(bulkId: string): Promise<void> {
    await currentTransaction().query(
      `UPDATE ${TABLE} SET content = NULL WHERE enterprise_id = $1 AND bulk_id = $2 AND content IS NOT NULL`,
      [workContext.enterpriseId(), bulkId],
      'discard-bulk-parts',
    );
  }
}

function placeOf(bulkId: string, number: number) {
  return { ...CONTENT, enterpriseId: workContext.enterpriseId(), rowId: `${bulkId}/${number}` };
}
