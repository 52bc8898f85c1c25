import { existsSync, readFileSync } from 'node:fs';
import { Program } from '../support/e2e/program.js';
import { StartDirectory } from '../support/e2e/start-directory.js';
import { guards } from '../support/guards.js';

guards('apps/cli/src/dev', 'libs/ledger/src', 'libs/quickstart/src', 'libs/reports/src', 'libs/schedules/src');

describe('payments demo --story month', () => {
  const directory = new StartDirectory();
  afterAll(() => directory.remove());

  it('plays a month whose books close to the cent, and leaves no process', async () => {
    const settings = { DATA_DIR: directory.path };
    const { code, stdout } = await Program.run('cli', { args: ['demo', '--story', 'month'], settings });
    expect(stdout).toMatch(/one row was refused: 4,3,wage-1-3,invalid_destination_account_reference_id/);
    expect(stdout.match(/two approvals, 40 wages paid/g)).toHaveLength(2);
    expect(stdout).toMatch(/covered what shop-12 owes after a late return/);
    // What was collected and not returned, fees and payouts, wages: nothing in the sum is zero by accident.
    for (const move of ['collected', 'returned', 'fees', 'paid out', 'wages', 'covered']) {
      expect(stdout).toMatch(new RegExp(`│ ${move} .*[1-9]`));
    }
    expect(stdout).toMatch(/✔ .*invariants/);
    expect([code, stdout.includes('The books close to the cent.')]).toEqual([0, true]);
    const report = readFileSync(`${directory.path}/story-demo/reconciliation.csv`, 'utf8').trim().split('\r\n');
    expect(report.length).toBeGreaterThan(500);
    // Of each book the balance at the end of the last day, added up, is what the story closes with.
    const statements = readFileSync(`${directory.path}/story-demo/statement.bai2`, 'utf8');
    const closings = new Map(
      [...statements.matchAll(/^03,(\w+),USD,.*?\b015,(-?\d+)/gm)].map(([, account, cents]) => [
        account,
        Number(cents),
      ]),
    );
    expect(closings.size).toBeGreaterThan(50);
    const [, together] = /│ closing .*?(-?\$[\d,.]+)\s*$/m.exec(stdout)!;
    const sum = [...closings.values()].reduce((total, cents) => total + cents, 0);
    expect(sum).toBe(Math.round(Number(together!.replace(/[$,]/g, '')) * 100));
    const camt = readFileSync(`${directory.path}/story-demo/statement.xml`, 'utf8');
    expect(camt.match(/<Stmt>/g)!.length).toBe(statements.match(/^03,/gm)!.length);
    expect(existsSync(`${directory.path}/story-demo/run.json`)).toBe(false);
  });
});
