import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import type { Client } from 'pg';
import { DATABASE_URL, postgresClient } from '@payments/persistence';
import { Log } from '@payments/observability';

export const WAKE_CHANNEL = 'payments_wake';
/** The payload is the id of the enterprise. */
export const PUBLISHED_CHANNEL = 'payments_published';
const COALESCE_MS = 10;
const QUERY_TIMEOUT_MS = 7_000;

/**
 * Signals the relays that work is due, and streams that events were published. NOTIFY inside a writing transaction takes a global lock at commit,
 * so it goes out afterwards, on a separate connection, at most once in ten milliseconds. A signal that is lost
 * costs a second, never the work: relays also sweep.
 */
@Injectable()
export class WakeSignal implements OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private isDue = false;
  private readonly published = new Set<string>();
  private client: Promise<Client> | undefined;
  private closed = false;

  constructor(
    @Inject(DATABASE_URL) private readonly databaseUrl: string,
    private readonly log: Log,
  ) {}

  send(): void {
    this.isDue = true;
    this.schedule();
  }

  sendPublished(enterpriseId: string): void {
    this.published.add(enterpriseId);
    this.schedule();
  }

  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    const client = await this.client?.catch(() => undefined);
    await client?.end();
  }

  private schedule(): void {
    if (this.closed) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.notify();
    }, COALESCE_MS);
  }

  private async notify(): Promise<void> {
    try {
      this.client ??= this.connect();
      const client = await this.client;
      const [isDue, published] = [this.isDue, [...this.published]];
      this.isDue = false;
      this.published.clear();
      if (isDue) await client.query(`NOTIFY ${WAKE_CHANNEL}`);
      if (published.length > 0) {
        await client.query('SELECT pg_notify($1, id) FROM unnest($2::text[]) AS id', [PUBLISHED_CHANNEL, published]);
      }
    } catch (error) {
      const broken = this.client;
      this.client = undefined;
      this.log.warn('wake_signal_failed', { error });
      await broken?.then((client) => client.end()).catch(() => undefined);
    }
  }

  private async connect(): Promise<Client> {
    const client = postgresClient(this.databaseUrl, {
      application_name: 'payments-wake',
      pipeline: true,
      query_timeout: QUERY_TIMEOUT_MS,
    });
    client.on('error', () => {
      this.client = undefined;
    });
    await client.connect();
    return client;
  }
}
