import { Inject, Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Client } from 'pg';
import { DATABASE_URL } from '@payments/persistence';
import { Log } from '@payments/observability';

export const WAKE_CHANNEL = 'payments_wake';
const COALESCE_MS = 10;
const QUERY_TIMEOUT_MS = 7_000;

/**
 * Signals the relays that work is due. NOTIFY inside a writing transaction takes a global lock at commit,
 * so it goes out afterwards, on a separate connection, at most once in ten milliseconds. A signal that is lost
 * costs a second, never the work: relays also sweep.
 */
@Injectable()
export class WakeSignal implements OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private client: Promise<Client> | undefined;
  private closed = false;

  constructor(
    @Inject(DATABASE_URL) private readonly databaseUrl: string,
    private readonly log: Log,
  ) {}

  send(): void {
    if (this.closed) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.notify();
    }, COALESCE_MS);
  }

  async onApplicationShutdown(): Promise<void> {
    this.closed = true;
    clearTimeout(this.timer);
    const client = await this.client?.catch(() => undefined);
    await client?.end();
  }

  private async notify(): Promise<void> {
    try {
      this.client ??= this.connect();
      await (await this.client).query(`NOTIFY ${WAKE_CHANNEL}`);
    } catch (error) {
      const broken = this.client;
      this.client = undefined;
      this.log.warn('wake_signal_failed', { error });
      await broken?.then((client) => client.end()).catch(() => undefined);
    }
  }

  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.databaseUrl,
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
