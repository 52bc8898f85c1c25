// `npm run chaos`: the service under load while its processes and servers are killed, checked from outside.
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hasRedisServer } from '../support/e2e/killable-redis.js';
import { oneRun } from './one-run.js';
import type { RunResult } from './one-run.js';
import { PROCESSORS } from './stage.js';
import type { ProcessorKind } from './stage.js';
import { asJson, asMarkdown, describeRun, paint } from './report.js';

const HELP = `Usage: npm run chaos -- [options]

Starts PostgreSQL (with fsync), Redis, two apis and two workers on loopback, sends them requests, kills, pauses, stops
and cuts off everything by the seed, and checks from outside that nothing acknowledged was lost and nothing happened
twice. Ends with 1 when a rule is broken; data and logs are then kept.

Options:
  --seed <n>         the faults to come: the same seed, the same faults (a new one)
  --seeds <n>-<m>    several runs, one after the other
  --minutes <n>      how long requests are sent in each run (3)
  --seconds <n>      the same in seconds
  --rate <n>         how many things are begun in a second (20)
  --queue <store>    redis or postgres (redis where there is a redis-server)
  --processor <who>  mock, a separate process; sandbox, within the service; or bank, the simulated bank, to which five
                     enterprises send files over SFTP with faults of its own; bank+pain.001 and bank+pacs.008 send
                     instant payments besides, as companies on RTP or as a participant of FedNow (mock)
  --keep             keeps data and logs also when all is well
  --json <file>      also writes the results to a file
  --report <file>    also writes the results as a page, such as docs/operate/chaos.md
  --help             shows this`;

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    minutes: { type: 'string' },
    seconds: { type: 'string' },
    rate: { type: 'string' },
    queue: { type: 'string' },
    processor: { type: 'string', default: 'mock' },
    keep: { type: 'boolean', default: false },
    json: { type: 'string' },
    report: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

function positive(name: 'seed' | 'minutes' | 'seconds' | 'rate', fallback: number): number {
  const number = Number(options[name] ?? fallback);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Error(`--${name}: must be a number greater than 0`);
}

function seeds(): number[] {
  if (options.seeds === undefined) return [positive('seed', 1 + Math.floor(Math.random() * 999_999))];
  const [first, last] = (/^(\d+)-(\d+)$/.exec(options.seeds) ?? []).slice(1).map(Number);
  if (first === undefined || last === undefined || first > last) throw new Error('--seeds: must be like 1-10');
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function queueStore(): 'redis' | 'postgres' {
  const queue = options.queue ?? (hasRedisServer ? 'redis' : 'postgres');
  if (queue !== 'redis' && queue !== 'postgres') throw new Error('--queue: must be redis or postgres');
  if (queue === 'redis' && !hasRedisServer)
    throw new Error('--queue: there is no redis-server on the PATH; install it');
  if (options.queue === undefined && queue === 'postgres') {
    console.error('There is no redis-server on the PATH: the queue is in PostgreSQL.');
  }
  return queue;
}

function processorKind(): ProcessorKind {
  const kind = PROCESSORS.find((each) => each === options.processor);
  if (kind === undefined) throw new Error(`--processor: must be one of ${PROCESSORS.join(', ')}`);
  return kind;
}

async function main(): Promise<void> {
  const lengthMs = options.seconds === undefined ? positive('minutes', 3) * 60_000 : positive('seconds', 180) * 1_000;
  const perSecond = positive('rate', 20);
  const common = { lengthMs, perSecond, queue: queueStore(), processor: processorKind(), keep: options.keep };
  const results: RunResult[] = [];
  for (const seed of seeds()) {
    const progress = (line: string) => process.stderr.write(`${paint('dim', line)}\n`);
    const result = await oneRun({ seed, ...common, progress });
    results.push(result);
    console.log(describeRun(result, { lengthMs, perSecond }));
  }
  if (options.json !== undefined) writeFileSync(options.json, asJson(results));
  if (options.report !== undefined) writeFileSync(options.report, await asMarkdown(results, { lengthMs, perSecond }));
  process.exitCode = results.some(({ violations }) => violations.length > 0) ? 1 : 0;
}

if (options.help) console.log(HELP);
else {
  main().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  });
}
