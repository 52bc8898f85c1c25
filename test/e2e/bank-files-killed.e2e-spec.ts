import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@payments/testing';
import type { ApiClient } from '../support/api-client.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import { Program } from '../support/e2e/program.js';
import { expectSound } from '../support/ledger-sound.js';
import { aPayout, registerParty } from '../support/parties.js';
import { startBankService } from '../support/rails/bank-service.js';
import type { BankService } from '../support/rails/bank-service.js';

const crash = join(__dirname, '../support/e2e/crash-outbound.cjs');

const TAKEN = 'amid the rename, while the bank takes the file';
const POINTS = [
  ...['after the file is opened', 'amid the claims', 'after the claims', 'after the file is named'],
  ...['amid the rendering', 'before the seal is committed', 'after the seal is committed'],
  ...['after the attempt is committed', 'amid the write', 'after the write', 'amid the rename', 'after the rename'],
  ...['before the upload is committed', 'after the upload is committed', TAKEN],
];

describe('workers that are killed by SIGKILL while they send files to a bank', () => {
  const transfers = new Map<string, string>();
  const ends = new Map<string, string>();
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
    bank = await startBankService();
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
  afterAll(() => bank.stop());

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
});
