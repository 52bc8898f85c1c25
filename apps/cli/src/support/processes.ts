import { localUrl } from '@payments/config';
import type { Config } from '@payments/config';

const REQUEST_MS = 5_000;

/** Where the processes of a machine serve their state. */
export function processesOf({ metricsHost, metricsPort }: Pick<Config, 'metricsHost' | 'metricsPort'>) {
  return [
    { name: 'api', url: localUrl(metricsHost, metricsPort) },
    { name: 'worker', url: localUrl(metricsHost, metricsPort + 1) },
  ] as const;
}

/** The body of a response, whatever its status; undefined if nobody responds. */
export async function readText(url: string): Promise<string | undefined> {
  try {
    return await (await fetch(url, { signal: AbortSignal.timeout(REQUEST_MS) })).text();
  } catch {
    return undefined;
  }
}

/** The value of a metric without labels. */
export function valueOf(metrics: string, name: string): number | undefined {
  const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics) ?? [];
  return value === undefined ? undefined : Number(value);
}
