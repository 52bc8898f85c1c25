import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@payments/testing';
import type { Pgp } from '../../libs/rails/src/domain/connection.js';
import { PgpEnvelopes } from '../../libs/rails/src/infrastructure/pgp/pgp-envelopes.js';
import type { ApiClient } from '../support/api-client.js';
import { BankStage } from '../support/bank/bank-stage.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import { Program } from '../support/e2e/program.js';
import { expectSound } from '../support/ledger-sound.js';
import { aPayout, registerParty } from '../support/parties.js';
import { startBankService } from '../support/rails/bank-service.js';
import type { BankService } from '../support/rails/bank-service.js';
import { generatePgpKey } from '../support/rails/pgp-keys.js';
import { channelTo } from '../support/sftp/channels.js';
import { hasSshd, Sshd } from '../support/sftp/sshd.js';
import { describeIf } from '../support/skip-unless.js';

const crash = join(__dirname, '../support/e2e/crash-outbound.cjs');

const TAKEN = 'amid the rename, while the bank takes the file';
const POINTS = [
  ...['after the file is opened', 'amid the claims', 'after the claims', 'after the file is named'],
  ...['amid the rendering', 'before the seal is committed', 'after the seal is committed'],
  ...['after the attempt is committed', 'amid the write', 'after the write', 'amid the rename', 'after the rename'],
  ...['before the upload is committed', 'after the upload is committed', TAKEN],
];

interface Scene {
  readonly bank: BankService;
  stop(): Promise<void>;
}

interface Encryption {
  readonly pgp?: object | null;
  readonly settings: Readonly<Record<string, string>>;
  readonly open?: (bytes: Buffer) => Promise<Buffer>;
}

/** Keys of both sides, and what the bank does with a file. */
async function encryption(): Promise<Encryption> {
  const [ours, theirs] = [await generatePgpKey('ours'), await generatePgpKey('the bank')];
  const envelopes = new PgpEnvelopes({ variables: { OURS: ours.publicKey, THEIRS: theirs.privateKey } });
  const bank: Pgp = {
    ...{ bank_keys: [{ env: 'OURS' }], own_key: { env: 'THEIRS' }, passphrase: null },
    ...{ sign: true, armor: true, inbound: 'signed' },
  };
  return {
    pgp: { bank_keys: [{ env: 'BANK_KEY' }], own_key: { env: 'OWN_KEY' } },
    settings: { OWN_KEY: ours.privateKey, BANK_KEY: theirs.publicKey },
    open: async (bytes) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of envelopes.open(bank, [bytes], envelopes.formOf(bytes)!)) chunks.push(chunk);
      return Buffer.concat(chunks);
    },
  };
}

const NAMES = '{origin}_{date}_{time}_{modifier}_{sequence}.ach';

/** The same bank behind each kind of channel. None takes a file by itself. */
const scenes = {
  directory: async ({ settings, pgp = null, ...options }: Encryption): Promise<Scene> => {
    const bank = await startBankService({ pgp }, settings, options);
    return { bank, stop: () => bank.stop() };
  },
  'the SFTP server of the simulated bank': async ({ settings, pgp = null, ...options }: Encryption): Promise<Scene> => {
    const simulated = new BankStage({ sftpPort: 0 });
    simulated.bank.round = () => undefined;
    await simulated.bank.start();
    const [, port, key] = /SFTP on \S+ port (\d+), host key (\S+)/.exec(simulated.printed.join('\n'))!;
    const channel = {
      ...{ kind: 'sftp', host: '127.0.0.1', port: Number(port), username: 'company', host_keys: [key] },
      password: { env: 'PASSWORD' },
    };
    const PASSWORD = simulated.read('.bank', 'sftp-password').toString().trim();
    const own = { ...options, root: simulated.directory };
    const bank = await startBankService({ pgp, channel }, { ...settings, PASSWORD }, own);
    const stop = async () => {
      await bank.stop();
      await simulated.bank.stop();
      simulated.remove();
    };
    return { bank, stop };
  },
  OpenSSH: async ({ settings, pgp = null, ...options }: Encryption): Promise<Scene> => {
    const sshd = await Sshd.start();
    const root = mkdtempSync(join(tmpdir(), 'openssh-bank-'));
    const { host, port, host_keys } = channelTo(sshd);
    const channel = {
      ...{ kind: 'sftp', host, port, host_keys },
      ...{ username: sshd.username, private_key: { file: sshd.clientKeyFile } },
    };
    const outbound = { directory: join(root, 'inbound'), name: NAMES };
    const bank = await startBankService({ pgp, channel, outbound }, settings, { ...options, root });
    const stop = async () => {
      await bank.stop();
      await sshd.stop();
      rmSync(root, { recursive: true });
    };
    return { bank, stop };
  },
};

type Channel = keyof typeof scenes;

/** With CRASH_MATRIX=all each channel, plain and encrypted; else two that have all of it. CRASH_ROUNDS repeats them. */
const { CRASH_MATRIX, CRASH_ROUNDS = '1' } = process.env;
const runs = (Object.keys(scenes) as Channel[])
  .flatMap((channel) => [false, true].map((encrypted) => ({ channel, encrypted })))
  .filter(({ channel, encrypted }) =>
    CRASH_MATRIX === 'all' ? true : channel === (encrypted ? 'OpenSSH' : 'directory'),
  )
  .flatMap((run) => Array.from({ length: Number(CRASH_ROUNDS) }, (_, at) => ({ ...run, round: at + 1 })));

function crashMatrix({ channel, encrypted }: (typeof runs)[number]): void {
  const transfers = new Map<string, string>();
  const ends = new Map<string, string>();
  let scene: Scene;
  let bank: BankService;

  const query = <Row>(sql: string, values?: readonly unknown[]) => bank.service.database.query<Row>(sql, values);
  const settings = async (more: Readonly<Record<string, string>> = {}) => ({
    ...bank.service.database.environment,
    ...portSettings(await freePorts()),
    ...more,
  });

  /**
   * As if the time had passed after which others take over what a dead worker had. Its crash is not the fault of what it was
   * handing over at that moment: five in a row would make a dead letter of an order, and each cut would wait for it.
   */
  const expireLeases = async () => {
    await query(`UPDATE rails.connection_leases SET lease_until = 'epoch'`);
    await query(`UPDATE platform.tasks SET run_at = now(), crash_count = 0 WHERE lease_token IS NOT NULL`);
  };

  // Each worker finishes what the one before left, on its way to its own end.
  const killOne = async (client: ApiClient, body: Record<string, unknown>, point: string) => {
    const response = await client.post('/deliver/transfers', body);
    transfers.set(point, (response.body['transfer'] as { id: string }).id);
    const more = { CRASH_AT: point, BANK_ROOT: bank.root };
    const { stdout, stderr } = await new Program('worker', { settings: await settings(more), preload: crash }).ended;
    ends.set(point, stdout.includes(`dies ${point}\n`) ? 'killed there' : `${stdout}\n${stderr}`);
    await expireLeases();
  };

  const areSettled = async () => {
    const legs = await query(`SELECT FROM transfers.legs WHERE status = 'settled'`);
    return legs.length === POINTS.length;
  };

  /** What an operator does with the file that the bank took while nobody saw it. */
  const confirmDoubtful = async () => {
    const [file] = await eventually('a file is doubtful', async () => {
      const doubtful = await query<{ id: string }>(`SELECT id FROM rails.files WHERE state = 'doubtful'`);
      return doubtful.length === 1 && doubtful;
    });
    const args = ['rails', 'files', 'confirm', file!.id, '--reason', 'the bank has it', '--as', 'ada'];
    const { code, stderr } = await Program.run('cli', { args, settings: await settings() });
    expect([code, stderr]).toEqual([0, '']);
  };

  beforeAll(async () => {
    scene = await scenes[channel](encrypted ? await encryption() : { settings: {} });
    bank = scene.bank;
    mkdirSync(join(bank.root, 'taken'));
    const client = await bank.service.client();
    bank.admit(client.credentials.enterprise_id);
    const party = await registerParty(client);
    for (const point of POINTS) await killOne(client, aPayout(party), point);
    const survivor = new Program('worker', { settings: await settings() });
    await confirmDoubtful();
    await eventually('all are settled', areSettled);
    await survivor.stop('SIGTERM');
    for (const name of readdirSync(join(bank.root, 'taken'))) {
      renameSync(join(bank.root, 'taken', name), join(bank.root, 'inbound', name));
    }
  });
  afterAll(() => scene.stop());

  it.each(POINTS)('bring the entry to the bank once, %s', async (point) => {
    expect(ends.get(point)).toBe('killed there');
    const [leg] = await query<{ trace_number: string }>(
      'SELECT trace_number FROM transfers.legs WHERE transfer_id = $1',
      [transfers.get(point)],
    );
    const traces = (await bank.entries()).map(({ detail }) => detail.trace_number);
    expect(traces.filter((trace) => trace === leg!.trace_number)).toHaveLength(1);
  });

  it('bring nothing else to the bank', async () => {
    expect(await bank.entries()).toHaveLength(POINTS.length);
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
  const { channel, encrypted, round } = run;
  const isThere = channel !== 'OpenSSH' || hasSshd;
  describeIf(
    isThere,
    'workers that are killed while they upload to OpenSSH: NOT TESTED, openssh-server is not installed',
  )(
    `workers that are killed by SIGKILL while they send ${encrypted ? 'encrypted' : 'plain'} files by ${channel}, round ${round}`,
    () => crashMatrix(run),
  );
}
