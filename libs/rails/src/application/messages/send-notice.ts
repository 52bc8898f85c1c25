import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@payments/kernel';
import type { Connection } from '../../domain/connection.js';
import { isInstantRail } from '../../domain/entry-state.js';
import { messageTimes } from '../../domain/file-rules.js';
import type { FileState } from '../../domain/file-state.js';
import { type AboutPayment, aboutPayment } from '../../domain/message-format.js';
import { OutboundContent } from '../outbound-content.js';
import { Entries, Files } from '../ports.js';
import type { FiledEntry } from '../ports.js';
import { TenantWork } from '../tenant-work.js';
import { nameMessage } from './name-message.js';
import { entriesOf, paymentOf } from './payments-of-file.js';

interface Notice {
  readonly purpose: 'inquiry' | 'recall';
  /** Begins with an instant; what it is about follows. The same one is sent once. */
  readonly key: string;
  readonly write: (about: AboutPayment) => Buffer;
  /** Of the payment that it is about; the only one of its message if omitted. */
  readonly endToEndId?: string;
}

/** Sends messages about payments that another message carried, as files like any other: sealed, stored and uploaded. */
@Injectable()
export class SendNotice {
  constructor(
    private readonly files: Files,
    private readonly entries: Entries,
    private readonly content: OutboundContent,
    private readonly tenantWork: TenantWork,
    private readonly clock: Clock,
  ) {}

  /** @returns the id of the message; undefined if the same one was sent before. */
  async execute(
    connection: Connection,
    about: FileState,
    { purpose, key, write, endToEndId }: Notice,
  ): Promise<string | undefined> {
    const { format, rail } = about;
    if (format === null || 'header' in format || !isInstantRail(rail))
      throw new Error(`file ${about.id} is no message`);
    const id = newId();
    const at = this.clock.now();
    const named = await nameMessage(this.files, connection, { rail, seed: id, kind: purpose, at });
    const entry = await this.entryOf(about, endToEndId);
    const payment = { ...paymentOf(entry), clearing_reference: entry.clearing_reference };
    const message = { message_id: named.message_id, created_at: at, to: payment.account.routing_number };
    const bytes = write(aboutPayment(format, { ...message, payment }));
    const document = await this.content.store(connection, [bytes]);
    const { message_id, file_name, creation_date } = named;
    const isNew = await this.files.addNotice({
      ...{ id, connection: connection.name, rail, purpose, window_key: `${purpose}/${key}`, ...messageTimes(at) },
      ...{ message_id, file_name, creation_date, document },
    });
    if (isNew) return message_id;
    await this.content.remove(document);
    return undefined;
  }

  private async entryOf({ id }: FileState, endToEndId: string | undefined): Promise<FiledEntry> {
    const storage = { entries: this.entries, tenantWork: this.tenantWork };
    const found = await entriesOf(storage, id, await this.files.batches(id));
    const entry = found.find(({ end_to_end_id }) => endToEndId === undefined || end_to_end_id === endToEndId);
    if (entry === undefined) throw new Error(`file ${id} does not have the payment any more`);
    return entry;
  }
}

/** The id of the file that a message is about. */
export const subjectOf = ({ window_key }: Pick<FileState, 'window_key'>): string => window_key.split('/')[2]!;
