import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@payments/testing';
import { payout } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { Program } from '../support/e2e/program.js';
import { StartDirectory } from '../support/e2e/start-directory.js';
import { guards } from '../support/guards.js';

guards('apps/cli/src/commands/backup.ts', 'libs/quickstart/src', 'libs/persistence/src/crypto');

const READY = 'Ctrl-C stops everything.';

/** A transfer that was acknowledged, and when its response came. */
interface Acknowledged {
  readonly id: string;
  readonly at: number;
}

describe('a backup that is made under load, restored in another directory', () => {
  const original = new StartDirectory();
  const restored = new StartDirectory();
  const parent = mkdtempSync(join(tmpdir(), 'payments-backup-'));
  const backup = join(parent, 'backup');
  const acknowledged: Acknowledged[] = [];
  let service: Program | undefined;
  let settings: Record<string, string>;

  const start = async () => {
    service = new Program('cli', { args: ['start'], settings });
    await service.says(READY);
  };
  /** Until there is a backup that began before an acknowledgment and ended after it. */
  const backUpUnderLoad = async (): Promise<{ started_at: string; complete_until: string }> => {
    for (;;) {
      rmSync(backup, { recursive: true, force: true });
      const { code, stdout, stderr } = await command('backup', 'create', '--to', backup, '--json');
      expect([code, stderr]).toEqual([0, '']);
      const made = JSON.parse(stdout) as { started_at: string; complete_until: string };
      const [from, until] = [Date.parse(made.started_at), Date.parse(made.complete_until)];
      if (acknowledged.some(({ at }) => at > from && at < until)) return made;
    }
  };
  const command = (...args: string[]) => Program.run('cli', { args, settings });

  beforeAll(async () => {
    settings = { ...portSettings(await freePorts()), DATA_DIR: original.path, SANDBOX_DAY_SECONDS: '0.2' };
    await start();
  });
  afterAll(async () => {
    await service?.stop('SIGTERM');
    for (const directory of [original, restored]) directory.remove();
    rmSync(parent, { recursive: true, force: true });
  });

  it('has every transfer that was acknowledged before its end, breaks no rule, opens what is sealed, and goes on', async () => {
    const client = clientOf(original.credentials().base_url, original.credentials());
    const { payee } = await verifiedAccounts(client, 'backup');
    let isLoading = true;
    const load = (async () => {
      for (let number = 1; isLoading; number++) {
        const { id } = await client.transfers.create(payout(`backup-${number}`, payee));
        acknowledged.push({ id, at: Date.now() });
        // A load that leaves the machine to the others too.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    })();
    await eventually('the load', () => Promise.resolve(acknowledged.length > 10));
    const made = await backUpUnderLoad();
    const after = acknowledged.length;
    await eventually('load after the backup', () => Promise.resolve(acknowledged.length > after + 5));
    isLoading = false;
    await load;
    await service!.stop('SIGTERM');

    settings = { ...settings, DATA_DIR: restored.path };
    expect((await command('backup', 'restore', '--from', backup)).stderr).toBe('');
    expect(existsSync(join(restored.path, 'run.json'))).toBe(false);
    await start();
    const again = clientOf(restored.credentials().base_url, restored.credentials());
    const kept = acknowledged.filter(({ at }) => at < Date.parse(made.complete_until));
    expect(kept.length).toBeLessThan(acknowledged.length);
    const settled = (id: string) =>
      eventually(`${id} ended`, async () => {
        const { status } = await again.transfers.get(id);
        return ['completed', 'failed'].includes(status) && status;
      });
    // What was being worked on at the backup's end goes on when its lease ends.
    await restored.endLeases();
    for (const { id } of kept) expect(await settled(id)).toBe('completed');
    expect((await command('keys', 'verify', '--json')).code).toBe(0);
    const checked = await command('invariants', 'check', '--json');
    expect(JSON.parse(checked.stdout)).toMatchObject({ sound: true, violations: [] });
    const fresh = await again.transfers.create(payout('after-restore', payee));
    expect(await settled(fresh.id)).toBe('completed');
  });

  it('is refused where there is data, and where there is no backup', async () => {
    const [again, none, full] = await Promise.all([
      command('backup', 'restore', '--from', backup),
      command('backup', 'restore', '--from', parent),
      command('backup', 'create', '--to', backup),
    ]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already contains data')]);
    expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('has no complete backup')]);
    expect([full.code, full.stderr]).toEqual([1, expect.stringContaining('is not empty')]);
  });
});
