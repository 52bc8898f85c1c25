import { Socket } from 'node:net';
import { urlPerHost } from '@payments/config';
import { Client } from 'pg';
import type { ClientConfig } from 'pg';
import { outliveBrokenConnection } from './broken-connections.js';

/** Connected to a server that accepts no writes: it is, or has become, a standby. */
const READ_ONLY = '25006';

/** The hosts of a database, and the one that was the primary last. All connections of a process to it share what is known. */
class DatabaseHosts {
  private place = 0;

  constructor(private readonly urls: readonly URL[]) {}

  get count(): number {
    return this.urls.length;
  }

  get primary(): URL {
    return this.urls[this.place]!;
  }

  /** The next connections try the next host, unless another connection has noticed it already. */
  isNot(url: URL): void {
    if (url === this.primary) this.place = (this.place + 1) % this.urls.length;
  }
}

const known = new Map<string, DatabaseHosts>();

function hostsOf(url: string): DatabaseHosts | undefined {
  const urls = urlPerHost(url) ?? [];
  if (urls.length < 2) return undefined;
  const hosts = known.get(url) ?? new DatabaseHosts(urls);
  known.set(url, hosts);
  return hosts;
}

/**
 * The options of a client or a pool for a URL. With several hosts, each connection goes to the one that accepted writes
 * last; if it cannot be reached or is a standby, connecting fails, and the next connection goes to the next host.
 */
export function postgresOptions(url: string) {
  const hosts = hostsOf(url);
  return hosts === undefined
    ? { connectionString: url }
    : { connectionString: hosts.primary.href, Client: clientOfPrimary(hosts) };
}

/** A client for a URL, as `postgresOptions` describes it. */
export function postgresClient(url: string, options: ClientConfig = {}): Client {
  const { Client: ClientOfPrimary = Client, connectionString } = postgresOptions(url);
  return new ClientOfPrimary({ ...options, connectionString });
}

/**
 * For a library that makes clients of its own from options that it keeps: they go to the host that accepted writes last. With
 * TLS, all hosts need certificates for the name of the host that did so at the start.
 */
export function streamToPrimary(url: string): { readonly stream?: () => Socket } {
  const hosts = hostsOf(url);
  return hosts === undefined ? {} : { stream: () => new SocketToPrimary(hosts) };
}

class SocketToPrimary extends Socket {
  constructor(private readonly hosts: DatabaseHosts) {
    super();
  }

  override connect(): this {
    const { hostname, port } = this.hosts.primary;
    return super.connect(Number(port || '5432'), hostname);
  }
}

function clientOfPrimary(hosts: DatabaseHosts): typeof Client {
  return class ClientOfPrimary extends Client {
    private readonly url: URL;

    constructor(config: ClientConfig = {}) {
      const url = hosts.primary;
      super({ ...config, connectionString: url.href });
      this.url = url;
      // A pool listens once `connect` has ended: a connection that breaks while it is asked whether it is to the primary
      // would otherwise end the process.
      outliveBrokenConnection(this);
    }

    override connect(): Promise<Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<Client> | void {
      const connected = this.connectToPrimary();
      if (callback === undefined) return connected;
      connected.then(() => (callback as () => void)(), callback);
    }

    private async connectToPrimary(): Promise<Client> {
      try {
        await super.connect();
        await this.assertWritable();
        return this;
      } catch (error) {
        hosts.isNot(this.url);
        super.end().catch(() => undefined);
        throw error;
      }
    }

    private async assertWritable(): Promise<void> {
      const { rows } = await this.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
      if (rows[0]?.transaction_read_only === 'off') return;
      throw Object.assign(new Error(`${this.url.host} is a standby, or read-only`), { code: READ_ONLY });
    }
  };
}

/**
 * Connects to the host that accepts writes, for what cannot try again later.
 * @throws the error of the last host if there is none.
 */
export async function connectToPrimary(url: string, connectionTimeoutMillis?: number): Promise<Client> {
  const options = connectionTimeoutMillis === undefined ? {} : { connectionTimeoutMillis };
  for (let left = hostsOf(url)?.count ?? 1; ; left--) {
    const client = postgresClient(url, options);
    // A connection that breaks fails its next statement.
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

/** The URL of the host that accepted writes last. */
export const primaryUrl = (url: string): string => hostsOf(url)?.primary.href ?? url;
