import { freePorts as lookForPorts, UNASSIGNED_PORTS } from '@payments/quickstart';
import type { PortRange } from '@payments/quickstart';

/** The number of jest workers in most runs. */
const SHARES = 4;
const MOST_IN_A_ROW = 12;

export interface Ports {
  readonly api: number;
  readonly vault: number;
  /** That of the api; the worker has the next one, which is free too. */
  readonly metrics: number;
}

const given = new Set<number>();

/**
 * Ports in a row on which nothing listens, and which no other suite of the run gets: before a program listens on its port,
 * and while it is down, another program could take it. The first one would then end, and its suite would talk to the other.
 * @returns the first of them
 */
export async function freePortsInARow(count: number): Promise<number> {
  for (;;) {
    const first = await lookForPorts(count, shareOf(process.env['JEST_WORKER_ID']));
    const ports = Array.from({ length: count }, (_, at) => first + at);
    if (ports.some((port) => given.has(port))) continue;
    for (const port of ports) given.add(port);
    return first;
  }
}

/** Each process of jest has its own part of the ports, and the next part begins behind the last row. */
function shareOf(worker: string | undefined): PortRange {
  if (worker === undefined) return UNASSIGNED_PORTS;
  const { first, last } = UNASSIGNED_PORTS;
  const width = Math.floor((last - first) / SHARES);
  const start = first + (Number(worker) % SHARES) * width;
  return { first: start, last: start + width - MOST_IN_A_ROW };
}

/** Ports for one service, on which nothing listens. */
export async function freePorts(): Promise<Ports> {
  const first = await freePortsInARow(4);
  return { api: first, vault: first + 1, metrics: first + 2 };
}

/** The settings that make a process use the ports, on loopback. */
export function portSettings({ api, vault, metrics }: Ports): Record<string, string> {
  return { HOST: '127.0.0.1', PORT: String(api), VAULT_PORT: String(vault), METRICS_PORT: String(metrics) };
}
