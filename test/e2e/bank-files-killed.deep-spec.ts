import { createHash } from 'node:crypto';
import { eventually } from '@payments/testing';
import type { Pgp } from '../../libs/rails/src/domain/connection.js';
import { PgpEnvelopes } from '../../libs/rails/src/infrastructure/pgp/pgp-envelopes.js';
import { expectSound } from '../support/ledger-sound.js';
import { aPayout, registerParty } from '../support/parties.js';
import type { BankService } from '../support/rails/bank-service.js';
import { crashScenes } from '../support/rails/crash-scenes.js';
import type { CrashChannel, CrashScene, CrashSceneOptions } from '../support/rails/crash-scenes.js';
import { CRASH_POINTS, crashSeeds, DyingWorkers, isWholeMatrix } from '../support/rails/dying-workers.js';
import { generatePgpKey } from '../support/rails/pgp-keys.js';
import { hasSshd } from '../support/sftp/sshd.js';
import { describeIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('libs/rails/src', 'libs/messaging/src');

/** Keys of both sides, and what the bank does with a file. */
async function encryption(): Promise<CrashSceneOptions> {
  const [ours, theirs] = [await generatePgpKey('ours'), await generatePgpKey('the bank')];
  const envelopes = new PgpEnvelopes({ variables: { OURS: ours.publicKey, THEIRS: theirs.privateKey } });
  const bank: Pgp = {
    ...{ bank_keys: [{ env: 'OURS' }], own_key: { env: 'THEIRS' }, passphrase: null },
    ...{ sign: true, armor: true, inbound: 'signed' },
  };
  return {
    profile: { pgp: { bank_keys: [{ env: 'BANK_KEY' }], own_key: { env: 'OWN_KEY' } } },
    settings: { OWN_KEY: ours.privateKey, BANK_KEY: theirs.publicKey },
    open: async (bytes) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of envelopes.open(bank, [bytes], envelopes.formOf(bytes)!)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}

/** Two that have all of it; with CRASH_MATRIX=all each channel, plain and encrypted. */
const runs = (Object.keys(crashScenes) as CrashChannel[])
  .flatMap((channel) => [false, true].map((encrypted) => ({ channel, encrypted })))
  .filter(({ channel, encrypted }) => isWholeMatrix || channel === (encrypted ? 'OpenSSH' : 'directory'))
  .flatMap((run) => crashSeeds.map((seed) => ({ ...run, seed })));

function crashMatrix({ channel, encrypted, seed }: (typeof runs)[number]): void {
  let scene: CrashScene;
  let bank: BankService;
  let workers: DyingWorkers;

  const query = <Row>(sql: string, values?: readonly unknown[]) => bank.service.database.query<Row>(sql, values);

  const areSettled = async () => {
    const legs = await query(`SELECT FROM transfers.legs WHERE status = 'settled'`);
    return legs.length === CRASH_POINTS.length;
  };

  beforeAll(async () => {
    scene = await crashScenes[channel](encrypted ? await encryption() : {});
    bank = scene.bank;
    workers = new DyingWorkers(bank, seed);
    const client = await bank.service.client();
    bank.admit(client.credentials.enterprise_id);
    const party = await registerParty(client);
    await workers.run(client, () => aPayout(party));
    await workers.surviving(async () => {
      await workers.resolveDoubts({ confirms: true });
      await eventually('all are settled', areSettled);
    });
    workers.putBackTaken();
  });
  afterAll(() => scene.stop());

  it.each(CRASH_POINTS)('bring the entry to the bank once, %s', async (point) => {
    expect(workers.ends.get(point)).toBe('killed there');
    const [leg] = await query<{ trace_number: string }>(
      'SELECT trace_number FROM transfers.legs WHERE transfer_id = $1',
      [workers.transfers.get(point)],
    );
    const traces = (await bank.entries()).map(({ detail }) => detail.trace_number);
    expect(traces.filter((trace) => trace === leg!.trace_number)).toHaveLength(1);
  });

  it('bring nothing else to the bank', async () => {
    expect(await bank.entries()).toHaveLength(CRASH_POINTS.length);
  });

  it('leave the bytes there that were sealed, under names that were never used twice', async () => {
    const files = await query<{ file_name: string; sha256: Buffer }>(
      `SELECT file_name, sha256 FROM rails.files WHERE state = 'uploaded' ORDER BY file_name COLLATE "C"`,
    );
    const found = bank.names().map((name) => [name, createHash('sha256').update(bank.bytes(name)).digest('hex')]);
    expect(found).toEqual(files.map(({ file_name, sha256 }) => [file_name, sha256.toString('hex')]));
  });

  it('leave no file that nobody works on, and break no invariant', async () => {
    const open = await query(`SELECT state FROM rails.files WHERE state NOT IN ('uploaded', 'dropped')`);
    expect(open).toEqual([]);
    await expectSound(bank.service.database);
  });
}

for (const run of runs) {
  const { channel, encrypted, seed } = run;
  const isThere = channel !== 'OpenSSH' || hasSshd;
  describeIf(
    isThere,
    'workers that are killed while they upload to OpenSSH: NOT TESTED, openssh-server is not installed',
  )(
    `workers that are killed by SIGKILL while they send ${encrypted ? 'encrypted' : 'plain'} files by ${channel}, seed ${seed}`,
    () => crashMatrix(run),
  );
}
