import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '@payments/testing';
import type { ApiClient } from '../api-client.js';
import { freePorts, portSettings } from '../e2e/free-ports.js';
import { Program } from '../e2e/program.js';
import { seededRandom } from '../e2e/seeded-random.js';
import type { BankService } from './bank-service.js';

const crash = join(__dirname, '../e2e/crash-outbound.cjs');

/** Where nobody but the bank knows that it has the file. */
const TAKEN = 'amid the rename, while the bank takes the file';

/** The points of the way of a file to the bank at which a worker may die. */
export const CRASH_POINTS: readonly string[] = [
  ...['after the file is opened', 'amid the claims', 'after the claims', 'after the file is named'],
  ...['amid the rendering', 'before the seal is committed', 'after the seal is committed'],
  ...['after the attempt is committed', 'amid the write', 'after the write', 'amid the rename', 'after the rename'],
  ...['before the upload is committed', 'after the upload is committed', TAKEN],
];

const { CRASH_MATRIX, CRASH_ROUNDS = '1', CRASH_SEED = '1' } = process.env;

/** Whether to kill workers over every channel. */
export const isWholeMatrix = CRASH_MATRIX === 'all';

/** CRASH_ROUNDS of them, from CRASH_SEED on. */
export const crashSeeds: readonly number[] = Array.from(
  { length: Number(CRASH_ROUNDS) },
  (_, at) => Number(CRASH_SEED) + at,
);

/**
 * Workers that die one after the other, each at another point and with a transfer of its own. The seed decides their order, so
 * what each of them inherits, and how much of a file is written when its worker dies.
 */
export class DyingWorkers {
  /** The transfer that was made for the worker that died at each point. */
  readonly transfers = new Map<string, string>();
  /** How it ended. */
  readonly ends = new Map<string, string>();

  constructor(
    private readonly bank: BankService,
    private readonly seed: number,
  ) {}

  /** For each point a transfer, and a worker that dies there. It finishes what the one before left on its way. */
  async run(client: ApiClient, newTransfer: () => Record<string, unknown>): Promise<void> {
    mkdirSync(this.takenDirectory);
    const random = seededRandom(this.seed);
    const places = CRASH_POINTS.map((point) => ({ point, place: random() }));
    for (const { point } of places.sort((one, other) => one.place - other.place)) {
      const response = await client.post('/deliver/transfers', newTransfer());
      this.transfers.set(point, (response.body['transfer'] as { id: string }).id);
      const more = { CRASH_AT: point, CRASH_SHARE: String(random()), BANK_ROOT: this.bank.root };
      const { stdout, stderr } = await new Program('worker', { settings: await this.settings(more), preload: crash })
        .ended;
      this.ends.set(point, stdout.includes(`dies ${point}\n`) ? 'killed there' : `${stdout}\n${stderr}`);
      await this.expireLeases();
    }
  }

  /**
   * What an operator does once no file is on its way, with each one that nobody knows of: one that the bank took is
   * confirmed, if it needs to be, and one that it has not is sent again. The second happens when a worker that dies elsewhere
   * was just renaming it, in a directory: it gives its name up before it gets the final one.
   */
  async resolveDoubts({ confirms }: { readonly confirms: boolean }): Promise<void> {
    for (;;) {
      const doubtful = await eventually('all entries are in files that rest', () => this.undecided(confirms));
      if (doubtful.length === 0) return;
      for (const { id, file_name } of doubtful) {
        const decision = this.isTaken(file_name) ? ['confirm', id] : ['resubmit', id, '--same'];
        const args = ['rails', 'files', ...decision, '--reason', 'the bank was asked', '--as', 'ada'];
        const { code, stderr } = await Program.run('cli', { args, settings: await this.settings() });
        expect([code, stderr]).toEqual([0, '']);
      }
    }
  }

  /** The files that only a person can decide on; false while workers may still change something. */
  private async undecided(confirms: boolean): Promise<{ id: string; file_name: string }[] | false> {
    const { database } = this.bank.service;
    const [row] = await database.query<{ count: number }>(`
      SELECT count(*)::int AS count FROM rails.entries e JOIN rails.files f ON f.id = e.file_id
      WHERE f.state IN ('uploaded', 'doubtful', 'acknowledged')`);
    if (row!.count < CRASH_POINTS.length) return false;
    const doubtful = await database.query<{ id: string; file_name: string }>(
      `SELECT id, file_name FROM rails.files WHERE state = 'doubtful'`,
    );
    const open = doubtful.filter(({ file_name }) => confirms || !this.isTaken(file_name));
    // What lies there under its name, a worker finds.
    const undecided = open.filter(({ file_name }) => !this.bank.names().includes(file_name));
    return undecided.length === open.length && undecided;
  }

  private isTaken(name: string): boolean {
    return existsSync(join(this.takenDirectory, name));
  }

  /** A worker that does not die, until what it has to do is done. */
  async surviving(work: () => Promise<void>): Promise<void> {
    const survivor = new Program('worker', { settings: await this.settings() });
    try {
      await work();
    } finally {
      await survivor.stop('SIGTERM');
    }
  }

  /** The settings of a process. */
  async settings(more: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> {
    return { ...this.bank.service.database.environment, ...portSettings(await freePorts()), ...more };
  }

  /** The files that the bank took before anybody could see them. */
  taken(): Buffer[] {
    return readdirSync(this.takenDirectory).map((name) => readFileSync(join(this.takenDirectory, name)));
  }

  /** Puts them back, to be counted with the others. */
  putBackTaken(): void {
    for (const name of readdirSync(this.takenDirectory)) {
      renameSync(join(this.takenDirectory, name), join(this.bank.root, 'inbound', name));
    }
  }

  private get takenDirectory(): string {
    return join(this.bank.root, 'taken');
  }

  /**
   * As if the time had passed after which others take over what a dead worker had. Its crash is not the fault of what it was
   * handing over at that moment: five in a row would make a dead letter of an order, and each cut would wait for it.
   */
  private async expireLeases(): Promise<void> {
    const { database } = this.bank.service;
    await database.query(`UPDATE rails.connection_leases SET lease_until = 'epoch'`);
    await database.query(`UPDATE platform.tasks SET run_at = now(), crash_count = 0 WHERE lease_token IS NOT NULL`);
  }
}
