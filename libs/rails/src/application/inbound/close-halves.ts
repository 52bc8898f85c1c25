import { Injectable } from '@nestjs/common';
import { Log } from '@payments/observability';
import { Payloads } from '../ports.js';
import { type InboundFile, InboundFiles } from './ports.js';

/** Under another name, less than this does not say which file it is the beginning of. */
const TELLING_BYTES = 94n;
const AT_MOST = 100;

/** Ends the quarantine of what was only the beginning of a file, once all of it came. */
@Injectable()
export class CloseHalves {
  constructor(
    private readonly files: InboundFiles,
    private readonly payloads: Payloads,
    private readonly log: Log,
  ) {}

  /** Repeating it changes nothing. */
  async execute(whole: InboundFile): Promise<void> {
    const waiting = await this.files.list({ connection: whole.connection, states: ['quarantined'] }, AT_MOST);
    for (const half of waiting) {
      if (!mayBeHalf(half, whole) || !(await this.begins(whole.document_id!, half.document_id!))) continue;
      await this.files.leaveQuarantine(half.id, { state: 'discarded', reason: `all of it came as ${whole.id}` });
      this.log.info('half_file_closed', { subject: half.id });
    }
  }

  /** Whether a document begins with another one: both are stored in chunks of one size. */
  private async begins(whole: string, half: string): Promise<boolean> {
    const chunks = this.payloads.read(whole);
    for await (const chunk of this.payloads.read(half)) {
      const next = await chunks.next();
      if (next.done === true || !next.value.subarray(0, chunk.length).equals(chunk)) return false;
    }
    return true;
  }
}

const mayBeHalf = (half: InboundFile, whole: InboundFile) =>
  half.directory === whole.directory &&
  half.size < whole.size &&
  half.document_id !== null &&
  (half.name === whole.name || half.size >= TELLING_BYTES);
