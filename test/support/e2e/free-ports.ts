import { createServer } from 'node:net';

// Below the range from which systems take ports for outgoing connections, so that none is taken meanwhile by chance.
const FIRST = 20_000;
const LAST = 31_000;
const ATTEMPTS = 50;

export interface Ports {
  readonly api: number;
  readonly vault: number;
  /** That of the api; the worker has the next one, which is free too. */
  readonly metrics: number;
}

/** Ports for one service, on which nothing listens. */
export async function freePorts(): Promise<Ports> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const first = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const free = await Promise.all([0, 1, 2, 3].map((offset) => isFree(first + offset)));
    if (free.every(Boolean)) return { api: first, vault: first + 1, metrics: first + 2 };
  }
  throw new Error('no free ports');
}

/** The settings that make a process use the ports, on loopback. */
export function portSettings({ api, vault, metrics }: Ports): Record<string, string> {
  return { HOST: '127.0.0.1', PORT: String(api), VAULT_PORT: String(vault), METRICS_PORT: String(metrics) };
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', () => done(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => done(true)));
  });
}
