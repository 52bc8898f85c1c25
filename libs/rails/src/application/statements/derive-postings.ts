import { Injectable } from '@nestjs/common';
import type { Connection } from '../../domain/connection.js';
import { isInstantRail } from '../../domain/entry-state.js';
import type { FileBatch, FileState, FileStatus } from '../../domain/file-state.js';
import { Files } from '../ports.js';
import { TenantWork } from '../tenant-work.js';
import { type PostedFile, Postings } from './ports.js';

/** The bank has the file in these states, or will have it. */
const EXPECTED: ReadonlySet<FileStatus> = new Set([
  ...(['sealed', 'uploading', 'doubtful', 'uploaded', 'acknowledged', 'closed'] as const),
]);

const BATCH_DIGITS = 7;

/** Keeps what the bank should book the same as the files: from when they are sealed, and whenever they change. */
@Injectable()
export class DerivePostings {
  constructor(
    private readonly files: Files,
    private readonly postings: Postings,
    private readonly tenantWork: TenantWork,
  ) {}

  async isDue({ name }: Connection): Promise<boolean> {
    return (await this.files.withPostingsDue(name)).length > 0;
  }

  /** All files that changed since their postings were stored. Repeating it changes nothing. */
  async execute(connection: Connection): Promise<void> {
    for (const file of await this.files.withPostingsDue(connection.name)) {
      await this.derive(file, connection);
      await this.files.markPosted(file);
    }
  }

  private async derive(file: FileState, { statements }: Connection): Promise<void> {
    const batches = await this.files.batches(file.id);
    const isMessage = isInstantRail(file.rail);
    for (const enterpriseId of new Set(batches.map(({ for_enterprise }) => for_enterprise))) {
      const posted: PostedFile = {
        ...{ id: file.id, connection: file.connection, name: file.file_name! },
        ...{ isExpected: EXPECTED.has(file.state), isMessage },
        // A bank books each instant payment, when it is made. Of a batch with an offset it books the offset alone.
        isPerEntry: isMessage || (statements.posting === 'per_entry' && !batches.some(hasOffset)),
        batches: batches
          .filter(({ for_enterprise }) => for_enterprise === enterpriseId)
          .map((batch) => batchOf(file, batch)),
      };
      // First, so that nothing is matched with what is changed next.
      const outdated = await this.tenantWork.run(enterpriseId, () => this.postings.outdatedMatches(posted));
      await this.postings.release(outdated);
      await this.tenantWork.run(enterpriseId, () => this.postings.derive(posted));
    }
  }
}

const hasOffset = ({ offset_trace }: FileBatch) => offset_trace !== null;

/**
 * Banks name a file by its name, and a batch by the creation date and modifier of the file and its own number, or by the
 * trace number of its offset.
 */
function batchOf({ file_name, format }: FileState, { batch_no, batch_key, offset_trace }: FileBatch) {
  const references = [file_name!, referenceOf(format!, batch_no), ...(offset_trace === null ? [] : [offset_trace])];
  return { batch_key, batch: String(batch_no), references };
}

/** A message is the batch of its payments. */
function referenceOf(format: NonNullable<FileState['format']>, batchNo: number): string {
  if (!('header' in format)) return format.message_id;
  const { creation_date, file_id_modifier } = format.header;
  return `${creation_date}${file_id_modifier}-${String(batchNo).padStart(BATCH_DIGITS, '0')}`;
}
