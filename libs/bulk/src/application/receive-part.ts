import { Injectable } from '@nestjs/common';
import { httpErrors } from '@payments/http';
import { Clock, UnitOfWork } from '@payments/kernel';
import { currentMaker } from '@payments/transfers';
import { bulkErrors } from '../domain/bulk.errors.js';
import { MAX_PARTS } from '../domain/bulk-transfer.js';
import { examinePart } from '../domain/file-rows.js';
import type { BulkFormat, PartContents } from '../domain/file-rows.js';
import { PartError } from '../domain/part-error.js';
import { countLines, decodePart, endsLine } from '../domain/part-text.js';
import { toPartView } from './bulk.view.js';
import type { PartView } from './bulk.view.js';
import { Bulks, Parts } from './ports.js';

/** The bytes of a part as they were sent. */
export interface SentPart {
  readonly number: number;
  readonly content: Buffer;
  /** SHA-256 of the content, hexadecimal. */
  readonly digest: string;
  /** The digest that the client sent; undefined if it sent none, null if it is no digest. */
  readonly sentDigest: string | null | undefined;
  /** The format that the media type means; undefined for any other type. */
  readonly format: BulkFormat | undefined;
}

/** Receives a part of a file. The same part may arrive again, at any time and from another client. */
@Injectable()
export class ReceivePart {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly bulks: Bulks,
    private readonly parts: Parts,
    private readonly clock: Clock,
  ) {}

  /** @throws unknown_id, and the codes of bulk.errors.ts that are about parts and columns */
  async execute(id: string, part: SentPart): Promise<PartView> {
    const { number, digest } = part;
    const known = await this.unitOfWork.read(() => this.bulks.find(id));
    if (known === undefined) throw bulkErrors.unknown_id();
    const contents = demandContents(part, known.state.format);
    return this.unitOfWork.run(async () => {
      // Parts and the submission wait for one another: a file that is being validated gets no other part.
      const bulk = (await this.bulks.lock(id))!;
      const repeated = await this.parts.find(id, number);
      if (repeated?.digest === digest) return toPartView(repeated);
      bulk.demandUploading();
      if (repeated !== undefined) throw bulkErrors.part_conflict();
      const received = {
        ...{ number, rows: contents.rows, lines: countLines(part.content), size: part.content.length, digest },
        ...{ ends_line: endsLine(part.content), received_at: this.clock.now() },
      };
      if (contents.columns !== null) await this.bulks.setColumns(id, contents.columns);
      const { created_by, owner } = currentMaker();
      const senders = [created_by, owner].filter((each) => each !== null);
      return toPartView(await this.parts.add(id, received, { content: part.content, senders }));
    });
  }
}

function demandContents({ number, content, digest, sentDigest, format }: SentPart, expected: BulkFormat): PartContents {
  if (!Number.isInteger(number) || number < 1 || number > MAX_PARTS) throw bulkErrors.invalid_part_number();
  if (format !== expected) throw httpErrors.unsupported_media_type();
  if (sentDigest === undefined) throw bulkErrors.missing_content_digest();
  if (sentDigest !== digest) throw bulkErrors.invalid_content_digest();
  try {
    return examinePart({ format, text: decodePart(content, number), number });
  } catch (error) {
    if (!(error instanceof PartError)) throw error;
    throw bulkErrors.invalid_part({
      message: `The part is not in the format of the bulk transfer: ${error.message}.`,
      details: { line: error.line },
    });
  }
}
