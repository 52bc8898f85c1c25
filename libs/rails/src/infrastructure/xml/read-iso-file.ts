import type { ByteSource } from '../../domain/ach/ach-file-reader.js';
import { CamtStatementReader, STATEMENT_PART_DEPTH } from '../../domain/iso20022/camt-statement-reader.js';
import { type IsoMessage, type IsoReadOptions, readMessage } from '../../domain/iso20022/read-message.js';
import type { StatementEvent, StatementOptions } from '../../domain/statements/statement.js';
import { readXmlDocument, readXmlParts } from './xml-parts.js';

/** A message of ISO 20022 that is no statement. @throws InboundFileError when it breaks a rule. */
export async function readIsoMessage(source: ByteSource, options: IsoReadOptions = {}): Promise<IsoMessage> {
  return readMessage(await readXmlDocument(source), options);
}

/**
 * Reads statements of ISO 20022 as they arrive; memory depends on the largest line. Lines are provisional until
 * `statement_closed`, and all statements until the end of the document.
 * @throws InboundFileError when a statement breaks a rule.
 */
export async function* readCamtFile(
  source: ByteSource,
  options: StatementOptions = {},
): AsyncGenerator<StatementEvent, void, undefined> {
  const reader = new CamtStatementReader(options);
  for await (const part of readXmlParts(source, STATEMENT_PART_DEPTH)) yield* reader.take(part);
  yield reader.end();
}
