import { Injectable } from '@nestjs/common';
import { Clock, newYorkDate } from '@payments/kernel';
import type { Connection } from '../../domain/connection.js';
import type { AcknowledgedFile } from '../../domain/inbound/acknowledgment.js';
import { AWAITING } from '../../domain/inbound/file-verdict.js';
import { Files, type RemoteFiles } from '../ports.js';
import { AcknowledgeFiles } from './acknowledge-files.js';

const MOST_AWAITING = 1_000;

/** Finds out what a bank accepted or refused by where it moved our files. */
@Injectable()
export class AcknowledgeMoved {
  constructor(
    private readonly files: Files,
    private readonly acknowledge: AcknowledgeFiles,
    private readonly clock: Clock,
  ) {}

  async execute(connection: Connection, channel: RemoteFiles): Promise<void> {
    const { acknowledgment } = connection;
    if (acknowledgment.kind !== 'moved') return;
    const awaiting = await this.files.list({ connection: connection.name, states: AWAITING }, MOST_AWAITING);
    if (awaiting.length === 0) return;
    const ours = new Set(awaiting.map(({ file_name }) => file_name));
    const judged: AcknowledgedFile[] = [];
    for (const verdict of ['accepted', 'refused'] as const) {
      const { files } = await channel.list(acknowledgment[`${verdict}_directory`]);
      for (const { name, size } of files.filter((each) => ours.has(each.name))) {
        judged.push({
          ...{ line: 1, name, identity: null, verdict, status: 'moved', reason: null, batches: [], entries: [] },
          totals: size === undefined ? {} : { bytes: size },
        });
      }
    }
    const at = this.clock.now();
    await this.acknowledge.execute({ connection, inboundId: null, time: { date: newYorkDate(at), at } }, judged);
  }
}
