import { Inject, Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import { DIRECT_DATABASE_URL, postgresClient } from '@payments/persistence';
import { Log } from '@payments/observability';
import { WAKE_CHANNEL } from './wake-signal.js';

const RECONNECT_MS = 1_000;

/** Listens for the signals of all processes on a dedicated connection, and reconnects when it breaks. */
@Injectable()
export class WakeListener {
  private client: Client | undefined;
  private stopped = false;

  constructor(
    @Inject(DIRECT_DATABASE_URL) private readonly databaseUrl: string,
    private readonly log: Log,
  ) {}

  /** @param onSignal gets the payload, which is empty for wake signals */
  async listen(onSignal: (payload: string) => void, channel = WAKE_CHANNEL): Promise<void> {
    if (this.stopped) return;
    const client = postgresClient(this.databaseUrl, { application_name: 'payments-listen' });
    let lost = false;
    const reconnect = (error: unknown) => {
      if (lost || this.stopped) return;
      lost = true;
      this.log.warn('listener_lost', { error });
      client.end().catch(() => undefined);
      setTimeout(() => void this.listen(onSignal, channel), RECONNECT_MS).unref();
    };
    client.on('notification', ({ payload = '' }) => onSignal(payload));
    client.on('error', reconnect);
    this.client = client;
    await client
      .connect()
      .then(() => client.query(`LISTEN ${channel}`))
      .catch(reconnect);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.client?.end().catch(() => undefined);
  }
}
