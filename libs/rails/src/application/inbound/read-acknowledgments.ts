import { Injectable } from '@nestjs/common';
import type { Connection } from '../../domain/connection.js';
import type { AcknowledgedFile } from '../../domain/inbound/acknowledgment.js';
import { readFedachReports } from '../../domain/inbound/fedach-report.js';
import { lineFault } from '../../domain/inbound/inbound-diagnostic.js';
import { assertEntriesMatched, readReport } from '../../domain/inbound/report-lines.js';
import { textLines } from '../../domain/inbound/text-lines.js';
import { Payloads } from '../ports.js';
import { type InboundFile, LineMatcher } from './ports.js';

/** A report names files and refused entries; one of this size names more than a day has. */
const MOST_BYTES = 16_777_216n;

/** Reads the acknowledgments that banks send as text. */
@Injectable()
export class ReadAcknowledgments {
  constructor(
    private readonly payloads: Payloads,
    private readonly matcher: LineMatcher,
  ) {}

  /** @throws InboundFileError when it is no acknowledgment as the profile describes it. */
  async read(
    file: Pick<InboundFile, 'document_id' | 'size'>,
    { acknowledgment }: Connection,
    kind: 'fedach' | 'text',
  ): Promise<AcknowledgedFile[]> {
    if (acknowledgment.kind !== (kind === 'fedach' ? 'fedach' : 'report')) {
      const found = kind === 'fedach' ? 'a FedACH report' : 'a text';
      throw lineFault(1, 'content', { expected: `acknowledgments of the kind ${acknowledgment.kind}`, found });
    }
    if (file.size > MOST_BYTES) {
      throw lineFault(1, 'report_size', { expected: `at most ${MOST_BYTES} bytes`, found: `${file.size} bytes` });
    }
    const parts: Buffer[] = [];
    for await (const chunk of this.payloads.read(file.document_id!)) parts.push(chunk);
    const lines = textLines(Buffer.concat(parts));
    if (acknowledgment.kind !== 'report') return readFedachReports(lines);
    const patterns = acknowledgment.patterns.map(({ name }) => name);
    const matches = await this.matcher.match({ lines, patterns });
    assertEntriesMatched(lines, matches, acknowledgment.patterns);
    return readReport(matches, acknowledgment.patterns);
  }
}
