import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { eventually, pacs002, pain002 } from '@payments/testing';
import { expectSound } from '../support/ledger-sound.js';
import { aPayout, registerParty } from '../support/parties.js';
import type { BankService } from '../support/rails/bank-service.js';
import { crashScenes } from '../support/rails/crash-scenes.js';
import type { CrashChannel, CrashScene } from '../support/rails/crash-scenes.js';
import { CRASH_POINTS, crashSeeds, DyingWorkers, isWholeMatrix } from '../support/rails/dying-workers.js';
import { answerTo, idsIn } from '../support/rails/payment-messages.js';
import { hasSshd } from '../support/sftp/sshd.js';
import { describeIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'libs/messaging/src');

const PAYMENT = { amount: 1_250, speed: 'asap' };
/** So long that nobody is asked, and nothing is in doubt, for want of a status. */
const SILENCE = { status_within_seconds: 86_400 };

/** Who takes the payments, and what it says when it has settled one. */
const takers = {
  'a bank of companies': {
    rail: 'rtp',
    profile: { rails: { ach: 'off', same_day_ach: 'off', rtp: 'iso', fednow: 'off' }, iso: SILENCE },
    settled: pain002({ transactions: [{ status: 'ACSC' }] }),
  },
  'a network': {
    rail: 'fednow',
    profile: {
      rails: { ach: 'off', same_day_ach: 'off', rtp: 'off', fednow: 'iso' },
      iso: { ...SILENCE, profile: 'pacs.008.001.08', participant: { routing_number: '091000019' } },
    },
    settled: pacs002({ status: 'ACSC' }),
  },
} as const;

/** Two that have all of it; with CRASH_MATRIX=all each taker behind each channel. */
const runs = (Object.keys(takers) as (keyof typeof takers)[])
  .flatMap((taker) => (Object.keys(crashScenes) as CrashChannel[]).map((channel) => ({ taker, channel })))
  .filter(({ taker, channel }) => isWholeMatrix || channel === (taker === 'a network' ? 'OpenSSH' : 'directory'))
  .flatMap((run) => crashSeeds.map((seed) => ({ ...run, seed })));

function crashMatrix({ taker, channel, seed }: (typeof runs)[number]): void {
  const { rail, profile, settled } = takers[taker];
  let scene: CrashScene;
  let bank: BankService;
  let workers: DyingWorkers;

  const query = <Row>(sql: string, values?: readonly unknown[]) => bank.service.database.query<Row>(sql, values);
  const messages = () => [...bank.names().map((name) => bank.bytes(name)), ...workers.taken()];

  /** What the bank says about each message that it has, also about the one that nobody saw it take. */
  const answerEach = async () => {
    await workers.resolveDoubts({ confirms: false });
    for (const [number, message] of messages().entries()) {
      const answer = answerTo(idsIn(message.toString()), settled);
      writeFileSync(join(bank.root, 'outbound', `status-${number}.xml`), answer);
    }
    await eventually('all are settled', async () => {
      const legs = await query(`SELECT FROM transfers.legs WHERE status = 'settled'`);
      return legs.length === CRASH_POINTS.length;
    });
  };

  beforeAll(async () => {
    const inbound = { stable_seconds: 0, poll_seconds: 1 };
    scene = await crashScenes[channel]({ profile: { ...profile, windows: [] }, inbound });
    bank = scene.bank;
    workers = new DyingWorkers(bank, seed);
    const client = await bank.service.client();
    bank.admit(client.credentials.enterprise_id);
    const party = await registerParty(client);
    await workers.run(client, () => aPayout(party, PAYMENT));
    await workers.surviving(answerEach);
    workers.putBackTaken();
  });
  afterAll(() => scene.stop());

  it.each(CRASH_POINTS)('bring the payment to the bank once, %s', async (point) => {
    expect(workers.ends.get(point)).toBe('killed there');
    const [leg] = await query<{ end_to_end_id: string }>(
      'SELECT end_to_end_id, rail, attempt FROM transfers.legs WHERE transfer_id = $1',
      [workers.transfers.get(point)],
    );
    expect(leg).toMatchObject({ rail, attempt: 1 });
    const ids = messages().map((message) => idsIn(message.toString()).endToEndId);
    expect(ids.filter((id) => id === leg!.end_to_end_id)).toHaveLength(1);
  });

  it('bring nothing else to the bank', () => {
    expect(messages()).toHaveLength(CRASH_POINTS.length);
  });

  it('leave the bytes there that were sealed, under names that were never used twice', async () => {
    const files = await query<{ file_name: string; sha256: Buffer }>(
      `SELECT file_name, sha256 FROM rails.files WHERE state = 'acknowledged' ORDER BY file_name COLLATE "C"`,
    );
    const found = bank.names().map((name) => [name, createHash('sha256').update(bank.bytes(name)).digest('hex')]);
    expect(found).toEqual(files.map(({ file_name, sha256 }) => [file_name, sha256.toString('hex')]));
  });

  it('leave no message that nobody works on, not even the one in doubt, and break no invariant', async () => {
    const open = await query(`SELECT state FROM rails.files WHERE state NOT IN ('acknowledged', 'dropped')`);
    expect(open).toEqual([]);
    expect(await query('SELECT kind, detail FROM rails.exceptions')).toEqual([]);
    await expectSound(bank.service.database);
  });
}

for (const run of runs) {
  const { taker, channel, seed } = run;
  const isThere = channel !== 'OpenSSH' || hasSshd;
  describeIf(
    isThere,
    'workers that are killed while they send messages to OpenSSH: NOT TESTED, openssh-server is not installed',
  )(`workers that are killed by SIGKILL while they send messages to ${taker} by ${channel}, seed ${seed}`, () =>
    crashMatrix(run),
  );
}
