import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { endsWithin } from '@payments/kernel';
import { Log } from '@payments/observability';
import { Sweeps } from '@payments/messaging';
import type { Sweep } from '@payments/messaging';
import { ConnectionWatch, FetchInbound } from '../../application/inbound/fetch-inbound.js';
import { INGEST_LEASE_MS, IngestFile } from '../../application/inbound/ingest-file.js';
import { InboundClaimLostError, InboundFiles } from '../../application/inbound/ports.js';
import { Profiles } from '../../application/ports.js';
import type { Connection } from '../../domain/connection.js';

const DRAIN_MS = 18_000;

/** Polls the directories of banks. A bank that does not respond keeps no other bank waiting. */
@Injectable()
@Sweeps({ name: 'rails-fetch' })
export class FetchSweep implements Sweep, BeforeApplicationShutdown {
  private readonly watches = new Map<string, ConnectionWatch>();
  private readonly running = new Map<string, Promise<void>>();
  private isStopping = false;

  constructor(
    private readonly profiles: Profiles,
    private readonly fetchInbound: FetchInbound,
    private readonly log: Log,
  ) {}

  sweep(): Promise<boolean> {
    for (const connection of this.profiles.connections) {
      if (this.isStopping || this.running.has(connection.name)) continue;
      const round = this.round(connection).finally(() => this.running.delete(connection.name));
      this.running.set(connection.name, round);
    }
    return Promise.resolve(false);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await endsWithin(Promise.all(this.running.values()), DRAIN_MS);
  }

  private async round(connection: Connection): Promise<void> {
    const watch = this.watches.get(connection.name) ?? new ConnectionWatch();
    this.watches.set(connection.name, watch);
    try {
      await this.fetchInbound.poll(connection, watch);
    } catch (error) {
      this.log.warn('round_failed', { reason: 'rails-fetch', subject: connection.name, error });
    }
  }
}

/** Reads and applies fetched files, one after the other. */
@Injectable()
@Sweeps({ name: 'rails-ingest' })
export class IngestSweep implements Sweep {
  constructor(
    private readonly profiles: Profiles,
    private readonly files: InboundFiles,
    private readonly ingestFile: IngestFile,
  ) {}

  async sweep(): Promise<boolean> {
    const connections = this.profiles.connections.map(({ name }) => name);
    if (connections.length === 0) return false;
    const claim = await this.files.claim(connections, INGEST_LEASE_MS);
    if (claim === undefined) return false;
    try {
      await this.ingestFile.execute(claim);
    } catch (error) {
      if (error instanceof InboundClaimLostError) return true;
      await this.files.release(claim);
      throw error;
    }
    return true;
  }
}
