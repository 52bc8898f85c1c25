import { isDeepStrictEqual } from 'node:util';
import { Transactions } from '@payments/persistence';
import { IngestSweep } from '../../libs/rails/src/infrastructure/queue/inbound.sweeps.js';
import { InboundStage } from '../support/rails/inbound-stage.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'libs/transfers/src', 'libs/persistence/src', 'migrations');

/** In transactions. */
const LONGEST_LIFE = 100;
const LATE_ACCOUNT = '777';

const acknowledgment = {
  kind: 'report',
  patterns: [
    {
      ...{ name: '^FILE (?<file>\\S+) (?<status>\\w+)', scope: 'file' },
      ...{ accepted: ['ACCEPTED'], refused: ['REJECTED'] },
    },
    {
      ...{ name: '^ENTRY (?<trace>\\d{15}) (?<status>\\w+) (?<reason>\\w+)$', scope: 'entry' },
      ...{ accepted: [], refused: ['REJECTED'] },
    },
  ],
};

/** A bank whose files do everything that files of a bank can do. */
async function arrange(): Promise<InboundStage> {
  const rules = [{ account: LATE_ACCOUNT, outcomes: [{ return: 'R01', after_days: 5 }] }];
  const stage = await InboundStage.start({
    settings: { acknowledgment: 'report', rules },
    profile: { acknowledgment },
  });
  await stage.send([
    { cents: 1_001, side: 'source' },
    { cents: 1_101, side: 'source' },
    { cents: 1_202 },
    { cents: 1_300, side: 'source', account: LATE_ACCOUNT },
    { cents: 1_426, side: 'source' },
    { cents: 2_005 },
    { cents: 2_101 },
  ]);
  await stage.send([{ cents: 3_000, state: 'filed' }]);
  await stage.service.database.query(`UPDATE rails.entries SET individual_id = 'OTHER' WHERE amount = 1101`);
  stage.bank.pass(9);
  return stage;
}

async function work(stage: InboundStage): Promise<void> {
  await stage.fetch();
  while (await stage.get(IngestSweep).sweep());
}

/** The acknowledgments and returns first, then the refusal of a file that was accepted. */
async function receiveAll(stage: InboundStage, receive: (stage: InboundStage) => Promise<unknown>): Promise<void> {
  await receive(stage);
  stage.bank.putOutbound('later.txt', Buffer.from('FILE acme-B.ach REJECTED\n'));
  await receive(stage);
}

const withoutId = (key: string) => key.slice(key.indexOf('-') + 1);

async function outcomeOf(stage: InboundStage) {
  const query = (sql: string) => stage.service.database.query(sql);
  const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);
  const results = await stage.results();
  const exceptions = await stage.exceptions();
  return {
    entries: await query('SELECT state, code, trace, return_trace FROM rails.entries ORDER BY trace'),
    // Each run has end-to-end ids of its own.
    results: results
      .map(({ key, kind, code, correction = null }) => ({ key: withoutId(key as string), kind, code, correction }))
      .sort(byText),
    exceptions: exceptions.map(({ kind, code, trace, detail }) => ({ kind, code, trace, detail })).sort(byText),
    counts: await query('SELECT code, sum(debits)::int AS debits FROM rails.return_counts GROUP BY code ORDER BY code'),
    sent: await query('SELECT file_name, state, entries_become FROM rails.files ORDER BY file_name'),
    inbound: await query('SELECT name, kind, state FROM rails.inbound_files ORDER BY name'),
  };
}

/** Lets the process do so many transactions; then it is dead, and can write nothing any more. */
function limitLife(stage: InboundStage, transactions: number): { readonly isDead: () => boolean; end(): void } {
  const target = stage.get(Transactions);
  const run = target.run.bind(target);
  let left = transactions;
  const spy = jest.spyOn(target, 'run').mockImplementation(async (scope, body) => {
    if (left === 0) throw new Error('killed');
    const result = await run(scope, body);
    left -= 1;
    if (left === 0) throw new Error('killed');
    return result;
  });
  return { isDead: () => left === 0, end: () => spy.mockRestore() };
}

/**
 * Works in as many lives as it takes. A life ends after one transaction, the next after two, until one has changed
 * something; then it begins with one again. So whatever changes something is followed by a death.
 */
async function workInLives(stage: InboundStage): Promise<number> {
  let before = await outcomeOf(stage);
  for (let lives = 1, transactions = 1; transactions < LONGEST_LIFE; lives += 1) {
    const life = limitLife(stage, transactions);
    await work(stage).catch((error: unknown) => {
      if (!life.isDead()) throw error;
    });
    life.end();
    if (!life.isDead()) return lives;
    await stage.service.database.query(`UPDATE rails.inbound_files SET lease_until = '-infinity'`);
    await stage.service.database.query(`UPDATE rails.connection_leases SET lease_until = 'epoch'`);
    const after = await outcomeOf(stage);
    transactions = isDeepStrictEqual(before, after) ? transactions + 1 : 1;
    before = after;
  }
  throw new Error('no life was long enough');
}

describe('files of a bank, while workers die after each of their transactions', () => {
  let expected: Awaited<ReturnType<typeof outcomeOf>>;
  beforeAll(async () => {
    const undisturbed = await arrange();
    await receiveAll(undisturbed, work);
    expected = await outcomeOf(undisturbed);
    await undisturbed.stop();
  });

  it('have every kind of effect', () => {
    const kindsOf = (items: readonly { readonly kind?: unknown }[]) =>
      [...new Set(items.map(({ kind }) => kind))].sort();
    expect(kindsOf(expected.results)).toEqual(['notification_of_change', 'rejected', 'returned']);
    expect(kindsOf(expected.exceptions)).toEqual(['ack_contradiction', 'unmatched_return', 'untimely_return']);
    expect(expected.sent).toMatchObject([{ state: 'acknowledged' }, { state: 'refused', entries_become: null }]);
    expect(expected.counts).toEqual([{ code: 'R01', debits: 2 }]);
  });

  it('have the same effects as without a crash, each once', async () => {
    const stage = await arrange();
    await receiveAll(stage, workInLives);
    expect(await outcomeOf(stage)).toEqual(expected);
    await stage.stop();
  });
});
