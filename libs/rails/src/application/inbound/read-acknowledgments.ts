import { Injectable } from '@nestjs/common';
import type { ByteSource } from '../../domain/ach/ach-file-reader.js';
import type { Connection } from '../../domain/connection.js';
import type { AcknowledgedFile } from '../../domain/inbound/acknowledgment.js';
import { readFedachReports } from '../../domain/inbound/fedach-report.js';
import { lineFault } from '../../domain/inbound/inbound-diagnostic.js';
import { assertEntriesMatched, readReport } from '../../domain/inbound/report-lines.js';
import { readStatusReport } from '../../domain/inbound/status-report.js';
import type { Waiver } from '../../domain/inbound/waivers.js';
import { textLines } from '../../domain/inbound/text-lines.js';
import { LineMatcher, MessageReader } from './ports.js';

/** A report names files and refused entries; one of this size names more than a day has. */
const MOST_BYTES = 16_777_216;

/** The forms of acknowledgments, by the content of their files. */
const ACKNOWLEDGMENT_OF = { fedach: 'fedach', text: 'report', 'pain.002': 'pain.002' } as const;
export type AcknowledgmentContent = keyof typeof ACKNOWLEDGMENT_OF;

const FOUND: Readonly<Record<AcknowledgmentContent, string>> = {
  fedach: 'a FedACH report',
  text: 'a text',
  'pain.002': 'a status report',
};

/** Reads the acknowledgments that banks send in files. */
@Injectable()
export class ReadAcknowledgments {
  constructor(
    private readonly matcher: LineMatcher,
    private readonly messages: MessageReader,
  ) {}

  /** @throws InboundFileError when it is no acknowledgment as the profile describes it. */
  async read(
    source: ByteSource,
    connection: Connection,
    { kind, accept }: { readonly kind: AcknowledgmentContent; readonly accept: readonly Waiver[] },
  ): Promise<AcknowledgedFile[]> {
    const { acknowledgment } = connection;
    if (acknowledgment.kind !== ACKNOWLEDGMENT_OF[kind]) {
      const expected = `acknowledgments of the kind ${acknowledgment.kind}`;
      throw lineFault(1, 'content', { expected, found: FOUND[kind] });
    }
    if (acknowledgment.kind === 'pain.002') {
      const message = await this.messages.read(source, { accept });
      if (message.family === 'pain.002') return readStatusReport(message, connection);
      throw lineFault(1, 'content', { expected: 'a status report', found: 'another message' });
    }
    const lines = textLines(await wholeOf(source));
    if (acknowledgment.kind !== 'report') return readFedachReports(lines);
    const patterns = acknowledgment.patterns.map(({ name }) => name);
    const matches = await this.matcher.match({ lines, patterns });
    assertEntriesMatched(lines, matches, acknowledgment.patterns);
    return readReport(matches, acknowledgment.patterns);
  }
}

// Counted as it arrives: what is encrypted may be compressed, and much longer than its file.
async function wholeOf(content: ByteSource): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > MOST_BYTES) {
      throw lineFault(1, 'report_size', { expected: `at most ${MOST_BYTES} bytes`, found: 'more' });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
