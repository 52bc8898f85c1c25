import { Injectable } from '@nestjs/common';
import { Clock, SECOND_MS } from '@payments/kernel';
import { Log } from '@payments/observability';
import { ChannelError } from '../../domain/channel-error.js';
import type { Connection } from '../../domain/connection.js';
import { pauseAfter } from '../../domain/file-rules.js';
import type { ChannelOutcome } from '../connection-states.js';
import { Channels, ConnectionLeases, type Lease, type RemoteFiles } from '../ports.js';
import { AcknowledgeMoved } from './acknowledge-moved.js';
import { type DirectoryWatch, FetchDirectory, type Place } from './fetch-directory.js';

const LEASE_MS = 120_000;
const RENEW_MS = 30_000;
const MOVED_POLL_MS = 60 * SECOND_MS;

/** What a worker remembers of a connection between two polls. */
export class ConnectionWatch {
  readonly directories = new Map<string, DirectoryWatch>();
  movedAt = -Infinity;
  failures = 0;
  /** By the monotonic clock of the process. */
  notBefore = -Infinity;

  directory(name: string): DirectoryWatch {
    const watch = this.directories.get(name) ?? { sightings: new Map(), nextAt: -Infinity, failures: 0 };
    this.directories.set(name, watch);
    return watch;
  }
}

/** Looks for files of banks, one worker at a time for each connection. */
@Injectable()
export class FetchInbound {
  constructor(
    private readonly leases: ConnectionLeases,
    private readonly channels: Channels,
    private readonly directories: FetchDirectory,
    private readonly moved: AcknowledgeMoved,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Does what is due for a connection. A channel or a directory that fails is tried again after 5, 10, 20 … 300 seconds. */
  async poll(connection: Connection, watch: ConnectionWatch): Promise<void> {
    const now = this.clock.elapsedMs();
    const due = connection.inbound.filter(({ directory }) => watch.directory(directory).nextAt <= now);
    const isMovedDue = connection.acknowledgment.kind === 'moved' && watch.movedAt <= now;
    if (now < watch.notBefore || (due.length === 0 && !isMovedDue)) return;
    const lease = await this.leases.take(connection.name, 'fetch', LEASE_MS);
    if (lease === undefined) return;
    let outcome: ChannelOutcome | undefined;
    try {
      const failures: Required<Omit<ChannelOutcome, 'succeeded'>>[] = [];
      await this.withChannel(connection, async (channel) => {
        const onProgress = this.renewing(lease);
        for (const directory of due) {
          const place = { connection, directory, channel, onProgress };
          failures.push(...(await this.fetch(place, watch.directory(directory.directory), now)));
          await onProgress();
        }
        if (!isMovedDue) return;
        await this.moved.execute(connection, channel);
        watch.movedAt = now + MOVED_POLL_MS;
      });
      watch.failures = 0;
      const succeeded = isMovedDue || failures.length < due.length;
      outcome = { succeeded, ...(succeeded && failures[0] ? { failure: failures[0].failure } : failures[0]) };
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
      const retryInMs = pauseAfter((watch.failures += 1));
      watch.notBefore = now + retryInMs;
      outcome = { succeeded: false, failure: error, retryInMs };
      this.warn(connection, error);
    } finally {
      await this.leases.release(lease, outcome);
    }
  }

  /** A directory that cannot be listed keeps no other waiting: some banks make one with its first file. @returns why it cannot */
  private async fetch(place: Place, watch: DirectoryWatch, now: number) {
    try {
      await this.directories.execute(place, watch, now);
      watch.failures = 0;
      return [];
    } catch (error) {
      if (!(error instanceof ChannelError) || error.fault === 'broken') throw error;
      const retryInMs = pauseAfter((watch.failures += 1));
      watch.nextAt = now + retryInMs;
      this.warn(place.connection, error);
      return [{ failure: error, retryInMs }];
    }
  }

  private warn({ name }: Connection, error: ChannelError): void {
    this.log.warn('inbound_poll_failed', { what: error.step, reason: error.fault, subject: name, error });
  }

  private async withChannel(connection: Connection, work: (channel: RemoteFiles) => Promise<void>): Promise<void> {
    const channel = await this.channels.open(connection);
    try {
      await work(channel);
    } finally {
      await channel.close();
    }
  }

  private renewing(lease: Lease): () => Promise<void> {
    let renewedAt = this.clock.elapsedMs();
    return async () => {
      const now = this.clock.elapsedMs();
      if (now - renewedAt < RENEW_MS) return;
      renewedAt = now;
      await this.leases.renew(lease, LEASE_MS);
    };
  }
}
