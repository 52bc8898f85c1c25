import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { workContext } from '@payments/observability';
import { currentTransaction, digestOf, FieldCipher } from '@payments/persistence';
import { ReportParts } from '../../application/ports.js';
import type { PackedPart, PartPlace } from '../../application/ports.js';
import type { ReportState } from '../../domain/report-state.js';

const TABLE = 'reports.parts';
const CONTENT = { table: TABLE, column: 'content' } as const;
/** Rows of a table compress well at once. */
const LEVEL = 3;

const compress = promisify<Buffer, { readonly level: number }, Buffer>(gzip);
const decompress = promisify<Buffer, Buffer>(gunzip);

type PlaceRow = Omit<PartPlace, 'first_byte'> & { readonly first_byte: string };

@Injectable()
export class ReportPartsRepository extends ReportParts {
  constructor(private readonly cipher: FieldCipher) {
    super();
  }

  async pack({ id, parts, bytes }: Pick<ReportState, 'id' | 'parts' | 'bytes'>, text: string): Promise<PackedPart> {
    const number = parts + 1;
    const plain = Buffer.from(text);
    const content = await this.cipher.seal(placeOf(id, number), await compress(plain, { level: LEVEL }));
    return { report_id: id, number, first_byte: bytes, size: plain.length, content };
  }

  async add({ report_id, number, first_byte, size, content }: PackedPart, madeAt: Date): Promise<void> {
    await currentTransaction().query(
      `INSERT INTO ${TABLE} (enterprise_id, report_id, number, first_byte, size, content, made_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [workContext.enterpriseId(), report_id, number, first_byte, size, content, madeAt],
      'insert-report-part',
    );
  }

  async places(reportId: string, { from, to }: { readonly from: number; readonly to: number }): Promise<PartPlace[]> {
    const rows = await currentTransaction().query<PlaceRow>(
      `SELECT number, first_byte, size FROM ${TABLE}
       WHERE enterprise_id = $1 AND report_id = $2 AND first_byte < $4 AND first_byte + size > $3 ORDER BY number`,
      [workContext.enterpriseId(), reportId, from, to],
      'find-report-parts',
    );
    return rows.map((row) => ({ ...row, first_byte: Number(row.first_byte) }));
  }

  async read(reportId: string, number: number): Promise<Buffer> {
    const [part] = await currentTransaction().query<{ content: Buffer }>(
      `SELECT content FROM ${TABLE} WHERE enterprise_id = $1 AND report_id = $2 AND number = $3`,
      [workContext.enterpriseId(), reportId, number],
      'read-report-part',
    );
    if (part === undefined) throw new Error(`part ${number} of report ${reportId} is gone`);
    return decompress(await this.cipher.openBytes(placeOf(reportId, number), part.content));
  }

  async digest(reportId: string, parts: number): Promise<string> {
    return (await digestOf(this.all(reportId, parts))).toString('hex');
  }

  async discard(reportId: string): Promise<void> {
    await currentTransaction().query(
      `DELETE FROM ${TABLE} WHERE enterprise_id = $1 AND report_id = $2`,
      [workContext.enterpriseId(), reportId],
      'delete-report-parts',
    );
  }

  private async *all(reportId: string, parts: number): AsyncGenerator<Buffer> {
    for (let number = 1; number <= parts; number += 1) yield await this.read(reportId, number);
  }
}

function placeOf(reportId: string, number: number) {
  return { ...CONTENT, enterpriseId: workContext.enterpriseId(), rowId: `${reportId}/${number}` };
}
