import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { NewWebhookConfiguration, PaymentsClient } from '@payments/client';
import { account } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { newEnterprise } from '../support/e2e/enterprise.js';
import type { MockLine } from '../support/e2e/mock-processor.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { bearerOf } from '../support/e2e/raw.js';
import { seededRandom } from '../support/e2e/seeded-random.js';
import { instructionsAt } from './bank.js';
import { check } from './checker.js';
import type { Violation } from './checker.js';
import { catalogue, databaseState, invariantFindings, leftToDo } from './collect.js';
import type { Evidence, InstructionLine, ReceiverSetup } from './evidence.js';
import { Faults } from './faults.js';
import { Gateway } from './gateway.js';
import { readJournal } from './journal.js';
import { Load } from './load.js';
import type { Customer } from './load.js';
import { Pace } from './pace.js';
import { loadPlans } from './plans.js';
import { ChaosReceiver } from './receivers.js';
import { scheduleOf } from './schedule.js';
import type { Neighbours } from './schedule.js';
import { isBank, Stage } from './stage.js';
import type { ProcessorKind } from './stage.js';

/** What is not final by then never will be; a busy machine gets more time. */
const PATIENCE_MS = 120_000;
/** Files wait for their cut, and for the next attempt after failed ones. */
const PATIENCE_WITH_BANK_MS = 300_000;
/** A machine that is busy with other things may take so many times as long for the faults of a run. */
const SLOWEST = 1.5;
const FINAL = 'final.json';
const LOOK_EVERY_MS = 250;
const PROGRESS_MS = 5_000;
const INVARIANTS_EVERY_MS = 1_000;
type Wish = NewWebhookConfiguration['event_types'][number];
/** Each enterprise with the subscriptions of its receivers. */
const ENTERPRISES: readonly (readonly Wish[])[] = [['subscribe_all', 'transfer_updated'], ['subscribe_all']];
/** Those share one connection to the bank. */
const ENTERPRISES_OF_BANK: readonly (readonly Wish[])[] = Array.from({ length: 5 }, () => ['subscribe_all']);
const OPERATOR_EVERY_MS = 5_000;

export interface RunOptions {
  readonly seed: number;
  readonly lengthMs: number;
  readonly perSecond: number;
  readonly queue: 'redis' | 'postgres';
  readonly processor: ProcessorKind;
  readonly keep: boolean;
  /** Gets a line now and then, of what goes on. */
  readonly progress: (line: string) => void;
}

export interface RunResult {
  readonly seed: number;
  readonly queue: string;
  readonly processor: string;
  readonly evidence: Evidence;
  readonly violations: readonly Violation[];
  readonly tookMs: number;
  /** Where data and journals are, if they were kept. */
  readonly kept: readonly string[];
}

/** Starts the stage, applies load and faults, waits until all is quiet, and checks the result. */
export async function oneRun(options: RunOptions): Promise<RunResult> {
  const began = performance.now();
  const { seed, queue, progress } = options;
  const neighbours = { redis: queue === 'redis', processor: options.processor !== 'sandbox' };
  const servers = [
    'PostgreSQL',
    ...(neighbours.redis ? ['Redis'] : []),
    ...(options.processor === 'mock' ? ['a processor'] : []),
    ...(isBank(options.processor) ? ['a bank'] : []),
  ];
  progress(`seed ${seed}: starting ${servers.join(', ')}, two apis and two workers`);
  const stage = await Stage.set({ seed, redis: neighbours.redis, processor: options.processor });
  const receivers: ChaosReceiver[] = [];
  let isJudged = false;
  let isSound = false;
  let isAborted = false;
  const abort = () => {
    isAborted = true;
    progress('stopping');
    void stage.close().finally(() => void stage.clear({ keep: options.keep }).finally(() => process.exit(130)));
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, abort);
  try {
    const enterprises = await foundEnterprises(stage);
    await stage.open(enterprises.map(({ enterprise_id }) => enterprise_id));
    const { customers, setups } = await furnish(stage, { enterprises, receivers, seed });
    await stage.bank?.openWindows(stage.database, options.lengthMs);
    const { quietAfterMs, found, slowness } = await storm(stage, { ...options, neighbours, customers, receivers });
    progress('checking');
    // Nothing changes anymore, so all logs and tables are consistent.
    await stage.stopService();
    const state = await databaseState(stage, { isQuiet: quietAfterMs !== undefined });
    const database = { ...state, findings: [...new Set([...state.findings, ...found])] };
    const bank = await stage.bank?.evidence(stage.database);
    await stage.close();
    const final = { database, bank, receivers: setups, quietAfterMs, slowness };
    writeFileSync(join(stage.directory, FINAL), JSON.stringify(final));
    const evidence = await readEvidence(stage.directory);
    const violations = check(evidence);
    isJudged = true;
    isSound = violations.length === 0;
    const kept = isSound && !options.keep ? [] : [stage.directory, stage.database.directory];
    return { seed, queue, processor: options.processor, evidence, violations, tookMs: performance.now() - began, kept };
  } catch (error) {
    // Everything is being stopped, so everything fails; the process ends once that is done.
    if (isAborted) await new Promise(() => undefined);
    throw error;
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, abort);
    for (const receiver of receivers) receiver.close();
    if (!isJudged) {
      progress(`broken off; see ${stage.directory}`);
      await stage.close().catch(() => undefined);
    }
    await stage.clear({ keep: options.keep || !isSound });
  }
}

interface Founded {
  readonly name: string;
  readonly wishes: readonly Wish[];
  readonly credentials: Awaited<ReturnType<typeof newEnterprise>>;
  readonly enterprise_id: string;
}

/** Before the service starts: the profile of a bank names them. */
async function foundEnterprises({ bank, database }: Stage): Promise<Founded[]> {
  const founded: Founded[] = [];
  for (const [number, wishes] of (bank === undefined ? ENTERPRISES : ENTERPRISES_OF_BANK).entries()) {
    const name = `Chaos ${number + 1}`;
    const credentials = await newEnterprise(database.environment, name);
    founded.push({ name, wishes, credentials, enterprise_id: credentials.enterprise_id });
  }
  return founded;
}

async function furnish(
  stage: Stage,
  { enterprises, receivers, seed }: { enterprises: readonly Founded[]; receivers: ChaosReceiver[]; seed: number },
): Promise<{ customers: Customer[]; setups: ReceiverSetup[] }> {
  const [baseUrl] = [...stage.apis.values()] as [string];
  const customers: Customer[] = [];
  const setups: ReceiverSetup[] = [];
  for (const { name, wishes, credentials, enterprise_id: enterprise } of enterprises) {
    const client = clientOf(baseUrl, credentials);
    for (const wish of wishes) {
      const receiver = new ChaosReceiver(
        `receiver-${receivers.length + 1}`,
        stage.journals.webhooks,
        seededRandom(seed + receivers.length + 1),
      );
      receivers.push(receiver);
      setups.push(await subscribe(client, { receiver, wish, enterprise }));
    }
    const own = {
      ...account('own', 'business'),
      customer_reference_id: name,
      customer_resource_type: 'enterprise',
    } as const;
    await client.accounts.create(own);
    const parties = { ...(await verifiedAccounts(client, 'chaos')), own };
    customers.push({ enterprise, headers: await bearerOf(baseUrl, credentials), parties });
  }
  return { customers, setups };
}

async function subscribe(
  { webhooks }: PaymentsClient,
  { receiver, wish, enterprise }: { receiver: ChaosReceiver; wish: Wish; enterprise: string },
): Promise<ReceiverSetup> {
  const url = await receiver.listen();
  const { id } = await webhooks.create({ event_types: [wish], url, enabled: true });
  const [secret, public_key] = [await webhooks.secret(id), await webhooks.publicKey()];
  return { name: receiver.name, enterprise, secret, public_key, event_types: [wish] };
}

// @returns how long after the last fault nothing was left to do, undefined when that never came; and the invariants that
// were found broken on the way; and how slow the machine was in the end.
async function storm(
  stage: Stage,
  options: RunOptions & { neighbours: Neighbours; customers: readonly Customer[]; receivers: readonly ChaosReceiver[] },
): Promise<{ quietAfterMs: number | undefined; found: Set<string>; slowness: number }> {
  const { seed, lengthMs, perSecond, neighbours, customers, receivers, progress } = options;
  const gateway = new Gateway(stage.apis);
  const watched = gateway.watch();
  const plans = loadPlans[options.processor];
  const load = new Load(gateway, { journal: stage.journals.requests, random: seededRandom(seed + 1_000_003), plans });
  const faults = new Faults(stage);
  const began = performance.now();
  const say = () => {
    const seconds = Math.round((performance.now() - began) / 1_000);
    const webhooks = receivers.reduce((sum, { accepted }) => sum + accepted, 0);
    const doing = [...faults.current].map(({ kind, target, wire }) => `${kind} ${target}${wire ? `–${wire}` : ''}`);
    const figures = `${load.sent} requests, ${load.acknowledged.size} acknowledged, ${webhooks} webhooks`;
    progress(`${String(seconds).padStart(4)} s  ${figures}, ${faults.lines.length} faults  ${doing.join(', ')}`);
  };
  const ticker = setInterval(say, PROGRESS_MS);
  const found = new Set<string>();
  let isQuiet = false;
  const pace = new Pace();
  const paced = pace.watch(() => isQuiet);
  const invariants = watchInvariants(stage, { found, isOver: () => isQuiet });
  const operator = operateBank(stage, () => isQuiet);
  try {
    const schedule = scheduleOf(seed, { lengthMs, ...neighbours });
    let isStormOver = false;
    const isOver = () => isStormOver && performance.now() - began > lengthMs;
    const stormed = faults.happen(schedule, { patienceMs: SLOWEST * lengthMs }).finally(() => (isStormOver = true));
    await Promise.all([load.run(customers, { perSecond, isOver }), stormed]);
    if (faults.leftOut > 0) progress(`${faults.leftOut} faults were left out: the machine is too busy`);
    await stage.bank?.calm(stage.database);
    const lastEnded = Math.max(...faults.lines.map(({ ended }) => ended), ...(stage.bank ? [Date.now()] : []));
    const patienceMs = stage.bank === undefined ? PATIENCE_MS : PATIENCE_WITH_BANK_MS;
    while (Date.now() < lastEnded + patienceMs * pace.slowness) {
      if (await isOverIn(stage))
        return { quietAfterMs: Math.max(0, Date.now() - lastEnded), found, slowness: pace.slowness };
      await sleep(LOOK_EVERY_MS);
    }
    return { quietAfterMs: undefined, found, slowness: pace.slowness };
  } finally {
    isQuiet = true;
    await Promise.all([invariants, operator, paced]);
    say();
    clearInterval(ticker);
    gateway.close();
    await watched;
  }
}

async function isOverIn(stage: Stage): Promise<boolean> {
  if ((await leftToDo(stage)) > 0) return false;
  return stage.bank === undefined || (await stage.bank.isDone(stage.database));
}

// While the service or PostgreSQL is down, the operator tries again later.
async function operateBank({ bank, database }: Stage, isOver: () => boolean): Promise<void> {
  while (bank !== undefined && !isOver()) {
    await bank.operate(database).catch(() => undefined);
    await sleep(OPERATOR_EVERY_MS);
  }
}

// About once a second, and never for more than a sixth of the time.
async function watchInvariants(
  stage: Stage,
  { found, isOver }: { found: Set<string>; isOver: () => boolean },
): Promise<void> {
  while (!isOver()) {
    const began = performance.now();
    // While PostgreSQL is down there is nothing to check.
    for (const finding of await invariantFindings(stage).catch(() => [])) found.add(finding);
    await sleep(Math.max(INVARIANTS_EVERY_MS, 5 * (performance.now() - began)));
  }
}

/** Everything that a run has left in its directory. */
async function readEvidence(directory: string): Promise<Evidence> {
  const journal = <Line extends object>(name: string) => readJournal<Line>(join(directory, `${name}.jsonl`));
  const final = JSON.parse(readFileSync(join(directory, FINAL), 'utf8')) as Pick<
    Evidence,
    'database' | 'bank' | 'receivers' | 'quietAfterMs' | 'slowness'
  >;
  return {
    ...final,
    requests: await journal('requests'),
    faults: await journal('faults'),
    endings: await journal('endings'),
    webhooks: await journal('webhooks'),
    instructions: final.bank
      ? instructionsAt(final.bank.journal, final.database.legs)
      : await instructionsOf(join(directory, 'processor.jsonl')),
    catalogue: await catalogue(),
  };
}

async function instructionsOf(log: string): Promise<InstructionLine[] | undefined> {
  if (!existsSync(log)) return undefined;
  const lines = await readJournal<MockLine>(log);
  const reported = new Map<string, string[]>();
  for (const { type, end_to_end_id, kind } of lines) {
    if (type === 'result') reported.set(end_to_end_id, [...(reported.get(end_to_end_id) ?? []), kind!]);
  }
  return lines
    .filter(({ type }) => type === 'instruction')
    .map(({ end_to_end_id, amount }) => ({
      end_to_end_id,
      amount: amount!,
      results: reported.get(end_to_end_id) ?? [],
    }));
}
