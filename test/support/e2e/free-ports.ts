import { freePorts as freePortsInARow } from '@payments/quickstart';

export interface Ports {
  readonly api: number;
  readonly vault: number;
  /** That of the api; the worker has the next one, which is free too. */
  readonly metrics: number;
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
