import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import {
  type AchEvent,
  AchFileError,
  achWaiversIn,
  type ByteSource,
  contentKindOf,
  HEAD_BYTES,
  InboundFileError,
  readBai2File,
  readCamtFile,
  readIsoMessage,
  readVerifiedAchFile,
  type Waiver,
} from '@payments/rails';
import { CliError, unreadable } from '../cli.error.js';
import { entryView, fileView } from './ach-view.js';
import { describeDiagnostics, describeEvent } from './describe-ach.js';
import { describeMessage, messageView } from './describe-message.js';
import { describeStatementEvent, statementView } from './describe-statement.js';

interface InspectRequest {
  readonly accept: readonly Waiver[];
  readonly json: boolean;
}

/** Standard input cannot be read twice, so it is kept in memory. */
const MOST_INPUT_BYTES = 256 * 1024 * 1024;

/** Shows a file, or why it is refused, and returns whether it is sound. @throws CliError when it cannot be read. */
export async function inspectFile(file: string, { accept, json }: InspectRequest): Promise<boolean> {
  const open = file === '-' ? await standardInput() : () => createReadStream(file);
  try {
    await printFile(open, { accept, json });
    return true;
  } catch (error) {
    if (error instanceof AchFileError || error instanceof InboundFileError) {
      const { diagnostics } = error;
      const refused = { command: 'rails inspect', sound: false, diagnostics };
      await print(json ? JSON.stringify(refused, null, 2) : describeDiagnostics(file, diagnostics));
      return false;
    }
    const failure = error as NodeJS.ErrnoException;
    if (failure.code === undefined || failure.syscall === undefined) throw error;
    throw unreadable(file, failure);
  }
}

/** By the content: a statement, a message of ISO 20022, and else a NACHA file. */
async function printFile(open: () => ByteSource, { accept, json }: InspectRequest): Promise<void> {
  const head = await headOf(open());
  const kind = contentKindOf(head);
  if (kind === 'bai2' || kind === 'camt') {
    const read = () => (kind === 'bai2' ? readBai2File : readCamtFile)(open(), { accept });
    // The controls are at the end: nothing is shown before all of them agree.
    for await (const event of read()) void event;
    for await (const event of read()) {
      if (event.kind === 'file_closed' && event.waived.length === 0) continue;
      const text = json ? JSON.stringify(statementView(event)) : describeStatementEvent(event);
      if (text !== '') await print(text);
    }
  } else if (/^(\u00ef\u00bb\u00bf)?\s*</.test(head.toString('latin1'))) {
    const message = await readIsoMessage(open(), { accept });
    await print(json ? JSON.stringify(messageView(message), null, 2) : describeMessage(message));
  } else {
    const events = readVerifiedAchFile(open, { accept: achWaiversIn(accept) });
    await (json ? printJson(events) : printText(events));
  }
}

async function headOf(source: ByteSource): Promise<Buffer> {
  for await (const chunk of source) return Buffer.from(chunk.subarray(0, HEAD_BYTES));
  return Buffer.alloc(0);
}

async function standardInput(): Promise<() => ByteSource> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > MOST_INPUT_BYTES)
      throw new CliError('standard input: more than 256 MiB; pass the path of a file instead');
  }
  return () => chunks;
}

type Events = AsyncIterable<AchEvent>;

async function printText(events: Events): Promise<void> {
  for await (const event of events) {
    const text = describeEvent(event);
    if (text !== '') await print(text);
  }
}

/** One document, written as the file is read: a file may have more entries than fit into memory. */
async function printJson(events: Events): Promise<void> {
  let [batches, entries] = [0, 0];
  for await (const event of events) {
    switch (event.kind) {
      case 'file_opened':
        await print(`{"command":"rails inspect","sound":true,"header":${JSON.stringify(event.header)},"batches":[`);
        break;
      case 'batch_opened':
        entries = 0;
        await print(`${batches++ > 0 ? ',' : ''}${JSON.stringify(event.batch).slice(0, -1)},"entries":[`);
        break;
      case 'entries': {
        const views = event.entries.map((entry) => JSON.stringify(entryView(entry)));
        await print(`${entries > 0 ? ',' : ''}${views.join(',\n')}`);
        entries += views.length;
        break;
      }
      case 'foreign_records':
        break;
      case 'batch_closed':
        await print(`],"totals":${JSON.stringify(event.totals)}}`);
        break;
      case 'file_closed':
        await print(`],${JSON.stringify(fileView(event)).slice(1)}`);
    }
  }
}

/** Waits for a slow reader, so that the text does not pile up in memory. */
async function print(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}
