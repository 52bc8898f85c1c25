import { Injectable } from '@nestjs/common';
import type { Connection } from '../../domain/connection.js';
import type { FileState } from '../../domain/file-state.js';
import type { PaymentIds } from '../../domain/iso20022/payment-status.js';
import { subjectOf } from '../messages/send-notice.js';
import { Entries, Files } from '../ports.js';
import { TenantWork } from '../tenant-work.js';

const INSTRUCTION = /^I([0-9A-F]{8})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{4})([0-9A-F]{12})$/i;

/** A message of ours: the file with the payments, and the later message that was answered, if it is about one. */
export interface SentMessage {
  readonly file: FileState;
  readonly notice: FileState | undefined;
}

/** Finds what a message of a bank is about. A payment is looked for among the enterprises of the connection only. */
@Injectable()
export class FindSentMessage {
  constructor(
    private readonly files: Files,
    private readonly entries: Entries,
    private readonly tenantWork: TenantWork,
  ) {}

  async byMessage({ name }: Connection, messageId: string): Promise<SentMessage | undefined> {
    // RTP refers to the header, whose id has another first letter.
    const found =
      (await this.files.ofMessage(name, messageId)) ?? (await this.files.ofMessage(name, messageId.replace(/^B/, 'M')));
    if (found === undefined || found.purpose === 'payments') return found && { file: found, notice: undefined };
    const file = await this.files.find(subjectOf(found));
    return file && { file, notice: found };
  }

  async byPayment({ name, companies }: Connection, ids: PaymentIds): Promise<SentMessage | undefined> {
    const id =
      INSTRUCTION.exec(ids.instruction_id ?? '')
        ?.slice(1)
        .join('-')
        .toLowerCase() ?? null;
    const by = { id, end_to_end_id: ids.end_to_end_id };
    if (id === null && by.end_to_end_id === null) return undefined;
    const found = new Set<string>();
    for (const { enterprise_id } of companies) {
      const fileId = await this.tenantWork.read(enterprise_id, () => this.entries.fileOfPayment(name, by));
      if (fileId !== undefined) found.add(fileId);
    }
    // Two enterprises may have given the same id: then only the id of the message tells.
    const [fileId, other] = found;
    const file = fileId === undefined || other !== undefined ? undefined : await this.files.find(fileId);
    return file && { file, notice: undefined };
  }
}
