import { localUrl } from '@payments/config';
import type { Config } from '@payments/config';
import { processesOf, readText, valueOf } from '../processes.js';
import type { Finding } from './finding.js';

const MEBIBYTE = 1024 ** 2;
/** What a process needs besides its heap: code, stacks, and buffers of connections and files. */
const BESIDES_HEAP = 128 * MEBIBYTE;

interface Expectation {
  /** Whether a quick start of this machine should be running. */
  readonly expected: boolean;
  readonly isProduction: boolean;
}

/** Whether the processes of this machine respond, which checks of theirs fail, and whether their heaps fit into their memory. */
export async function serviceFindings(config: Config, { expected, isProduction }: Expectation): Promise<Finding[]> {
  const remedy = isProduction
    ? 'start it, or run the doctor where it runs'
    : expected
      ? 'see DATA_DIR/logs'
      : 'npm start';
  const [api, worker] = processesOf(config);
  const addresses = [
    { name: 'api', url: localUrl(config.host, config.port) },
    { name: 'vault', url: localUrl(config.host, config.vaultPort) },
    { name: 'metrics', url: api.url },
    worker,
  ];
  const ready = addresses.map(async ({ name, url }): Promise<Finding> => {
    const text = await readText(`${url}/health/ready`);
    if (text !== undefined) return readyFinding(name, url, text);
    return { name, status: expected ? 'fail' : 'warn', value: `${url} does not respond`, remedy };
  });
  const memory = [api, worker].map(async ({ name, url }) =>
    memoryFindings(name, (await readText(`${url}/metrics`)) ?? ''),
  );
  return [...(await Promise.all(ready)), ...(await Promise.all(memory)).flat()];
}

function readyFinding(name: string, url: string, text: string): Finding {
  const { status, checks } = JSON.parse(text) as { readonly status: string; readonly checks: Record<string, string> };
  if (status === 'ready') return { name, status: 'ok', value: url };
  const failing = Object.entries(checks).filter(([, state]) => state !== 'ok');
  return {
    name,
    status: status === 'degraded' ? 'warn' : 'fail',
    value: `${url} is ${status}: ${failing.map(([check, state]) => `${check} ${state}`).join(', ')}`,
    remedy: 'docs/operate/operations.md#health says what each check means',
  };
}

/** Of a process whose heap outgrows its memory, the system kills it before it collects its garbage. */
export function memoryFindings(process: string, metrics: string): Finding[] {
  const [heap, memory] = ['payments_process_heap_limit_bytes', 'payments_process_memory_limit_bytes'].map((name) =>
    valueOf(metrics, name),
  );
  if (heap === undefined || memory === undefined) return [];
  const name = `${process} memory`;
  const value = `a heap of up to ${inMebibytes(heap)}, in ${inMebibytes(memory)}`;
  if (heap + BESIDES_HEAP <= memory) return [{ name, status: 'ok', value }];
  const remedy = 'start it with --max-old-space-size=320, and give it 512 MiB';
  return [{ name, status: 'warn', value, remedy }];
}

const inMebibytes = (bytes: number) => `${Math.round(bytes / MEBIBYTE)} MiB`;
