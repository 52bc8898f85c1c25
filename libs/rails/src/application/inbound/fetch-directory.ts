import { Injectable } from '@nestjs/common';
import { Log, Metrics } from '@payments/observability';
import { ChannelError } from '../../domain/channel-error.js';
import type { Connection, Inbound } from '../../domain/connection.js';
import { isDone } from '../../domain/inbound/inbound-state.js';
import {
  type ListedFile,
  looksSame,
  type Sighting,
  stableFiles,
  updateSightings,
} from '../../domain/inbound/listing.js';
import { isWanted } from '../../domain/inbound/name-pattern.js';
import { Payloads, type RemoteFiles } from '../ports.js';
import { inboundMetrics } from './metrics.table.js';
import { type InboundFile, InboundFiles } from './ports.js';

/** A file of ten million entries, 94 characters each, with some room. */
const MOST_BYTES = 1_181_116_006;
const MOVE = 'move:';

/** What was seen in a directory, in the memory of the worker that reads it. */
export interface DirectoryWatch {
  sightings: ReadonlyMap<string, Sighting>;
  /** By the monotonic clock of the process. */
  nextAt: number;
  /** How often in a row it could not be listed. */
  failures: number;
}

export interface Place {
  readonly connection: Connection;
  readonly directory: Inbound;
  readonly channel: RemoteFiles;
  /** Called while bytes arrive. */
  readonly onProgress: () => Promise<void>;
}

/** Fetches the files of one directory of a bank that nobody is writing any more, each content once. */
@Injectable()
export class FetchDirectory {
  constructor(
    private readonly files: InboundFiles,
    private readonly payloads: Payloads,
    private readonly metrics: Metrics,
    private readonly log: Log,
  ) {}

  /** @throws ChannelError when the directory cannot be listed, or the channel broke. */
  async execute(place: Place, watch: DirectoryWatch, now: number): Promise<void> {
    const { connection, directory, channel } = place;
    const listing = await channel.list(directory.directory);
    const wanted = listing.files.filter(({ name }) => isWanted(name, directory));
    watch.sightings = updateSightings(watch.sightings, wanted, now);
    const stable = stableFiles(watch.sightings, now, directory.stable_seconds * 1000);
    const names = stable.map(({ name }) => name);
    const known =
      names.length === 0
        ? new Map<string, InboundFile>()
        : await this.files.latest(connection.name, directory.directory, names);
    for (const listed of stable) {
      await this.alone(async () => {
        const before = known.get(listed.name);
        const file = before !== undefined && isThis(before, listed) ? before : await this.fetch(place, listed);
        if (isDone(file.state)) await this.clearAway(place, listed, file);
      });
    }
    // A new file is looked at again as soon as it may be stable.
    const pause = wanted.length > stable.length ? directory.stable_seconds : directory.poll_seconds;
    watch.nextAt = now + pause * 1000;
  }

  /** One file that cannot be read does not keep the others waiting. */
  private async alone(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ChannelError) || error.fault === 'broken') throw error;
      this.log.warn('inbound_file_not_read', { what: error.step, reason: error.fault, error });
    }
  }

  private async fetch({ connection, directory, channel, onProgress }: Place, listed: ListedFile): Promise<InboundFile> {
    const path = pathOf(directory.directory, listed.name);
    const content = watched(channel.read(path, { maxBytes: MOST_BYTES }), onProgress);
    const document = await this.payloads.store(connection.name, content);
    const file = await this.files.add({
      connection: connection.name,
      directory: directory.directory,
      listed,
      document,
    });
    if (file.document_id !== document.id) {
      await this.payloads.remove(document.id);
      this.metrics.count(inboundMetrics.payments_rails_inbound_total, { kind: 'unread', outcome: 'duplicate' });
    }
    this.log.info('inbound_file_fetched', { subject: file.id, what: file.state });
    return file;
  }

  /** Deletes or moves a file at the bank that is applied here; not one that the bank has replaced since. */
  private async clearAway({ directory, channel }: Place, listed: ListedFile, { id }: InboundFile): Promise<void> {
    if (directory.after === 'keep') return;
    const path = pathOf(directory.directory, listed.name);
    const found = await channel.stat(path);
    if (found === undefined || !looksSame({ name: listed.name, ...found }, listed)) return;
    if (directory.after === 'delete') await channel.remove(path);
    else await moveAway(channel, path, { folder: directory.after.slice(MOVE.length), name: listed.name, id });
  }
}

/** Banks use names again, so the archive may have one of this name. */
async function moveAway(
  channel: RemoteFiles,
  path: string,
  { folder, name, id }: { readonly folder: string; readonly name: string; readonly id: string },
): Promise<void> {
  try {
    await channel.renameNew(path, pathOf(folder, name));
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault !== 'exists') throw error;
    await channel.renameNew(path, pathOf(folder, `${name}.${id}`));
  }
}

/** Whether a listed file is the one that was fetched. Without size and time nobody can tell, so it is read again. */
function isThis(file: InboundFile, { size, modifiedAt }: ListedFile): boolean {
  return (
    size !== undefined &&
    modifiedAt !== undefined &&
    file.listed_size === BigInt(size) &&
    file.modified_at?.getTime() === modifiedAt.getTime()
  );
}

const pathOf = (directory: string, name: string) => (directory === '/' ? `/${name}` : `${directory}/${name}`);

async function* watched(
  content: AsyncIterable<Buffer>,
  onProgress: () => Promise<void>,
): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of content) {
    await onProgress();
    yield chunk;
  }
}
