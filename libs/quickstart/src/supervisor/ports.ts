import { createServer } from 'node:net';
import type { Config } from '@payments/config';
import { QuickstartError } from '../quickstart.error.js';

const LOOPBACK = '127.0.0.1';
/** Below the range from which systems take ports for outgoing connections, so that none is taken meanwhile by chance. */
export const UNASSIGNED_PORTS: PortRange = { first: 20_000, last: 31_000 };
const ATTEMPTS = 50;

export interface PortRange {
  readonly first: number;
  readonly last: number;
}

interface Wanted {
  readonly setting: string;
  readonly port: number;
  readonly what: string;
}

/**
 * Checks that everything the api and the worker listen on is free.
 * @throws QuickstartError with one line that names each busy port and its setting.
 */
export async function requireFreePorts(config: Config): Promise<void> {
  const wanted: Wanted[] = [
    { setting: 'PORT', port: config.port, what: '' },
    { setting: 'VAULT_PORT', port: config.vaultPort, what: '' },
    { setting: 'METRICS_PORT', port: config.metricsPort, what: '' },
    { setting: 'METRICS_PORT', port: config.metricsPort + 1, what: ' (METRICS_PORT + 1, for the worker)' },
  ];
  refuseZeroAndDoubles(wanted);
  const problems = await Promise.all(wanted.map((one) => problemOf(one, config)));
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length === 0) return;
  throw new QuickstartError(`${found.join(', ')}; stop the process that uses it, or set another port`);
}

/**
 * Looks for ports of loopback in a row on which nothing listens, the first of them in the range.
 * @returns the first of them. @throws QuickstartError if there are none
 */
export async function freePorts(count: number, { first, last }: PortRange = UNASSIGNED_PORTS): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = first + Math.floor(Math.random() * (last - first));
    const errors = await Promise.all(Array.from({ length: count }, (_, at) => listenError(port + at, LOOPBACK)));
    if (errors.every((error) => error === undefined)) return port;
  }
  throw new QuickstartError(`no ${count} free ports in a row between ${first} and ${last}; stop what listens there`);
}

function refuseZeroAndDoubles(wanted: readonly Wanted[]): void {
  for (const [index, { setting, port }] of wanted.entries()) {
    if (port === 0)
      throw new QuickstartError(`${setting}: must not be 0, because clients need a fixed port; set a port`);
    const other = wanted.slice(0, index).find((earlier) => earlier.port === port);
    if (!other) continue;
    throw new QuickstartError(
      `${setting}: port ${port}${other.what} is also used by ${other.setting}; set different ports`,
    );
  }
}

async function problemOf({ setting, port, what }: Wanted, config: Config): Promise<string | undefined> {
  const host = setting === 'METRICS_PORT' ? config.metricsHost : config.host;
  const code = await listenError(port, host);
  switch (code) {
    case undefined:
      return undefined;
    case 'EADDRINUSE':
      return `${setting}: port ${port}${what} is in use`;
    case 'EACCES':
      return `${setting}: this user is not allowed to listen on port ${port}${what}`;
    default:
      return `${setting}: port ${port}${what} cannot be used on ${host} (${code})`;
  }
}

function listenError(port: number, host: string): Promise<string | undefined> {
  const server = createServer();
  return new Promise((done) => {
    server.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => done(undefined)));
  });
}
