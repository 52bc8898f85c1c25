import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type DigestedEvent, StatementReader } from '../../application/statements/ports.js';
import type { ByteSource } from '../../domain/ach/ach-file-reader.js';
import { readBai2File } from '../../domain/bai2/read-bai2-file.js';
import type { StatementHeader, StatementLine, StatementOptions } from '../../domain/statements/statement.js';
import { readCamtFile } from '../xml/read-iso-file.js';

/** Reads statements, and hashes what each of them says. */
@Injectable()
export class DigestedReader extends StatementReader {
  async *read(
    kind: 'bai2' | 'camt',
    source: ByteSource,
    options: StatementOptions,
  ): AsyncGenerator<DigestedEvent, void, undefined> {
    let hash = createHash('sha256');
    for await (const event of kind === 'bai2' ? readBai2File(source, options) : readCamtFile(source, options)) {
      if (event.kind === 'statement_opened') hash = createHash('sha256').update(headText(event.statement));
      if (event.kind === 'lines') for (const line of event.lines) hash.update(lineText(line));
      yield event.kind === 'statement_closed' ? { ...event, digest: hash.digest() } : event;
    }
  }
}

/** Not the id or the references: a bank may tell the same again under another id, or in another format. */
const headText = ({ day, opening, closing, status, purpose }: StatementHeader) =>
  JSON.stringify([day, opening?.toString() ?? null, closing?.toString() ?? null, status, purpose]);

const lineText = ({ amount, direction, status, value_day }: StatementLine) =>
  JSON.stringify([amount.toString(), direction, status, value_day]);
