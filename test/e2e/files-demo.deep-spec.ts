import { existsSync } from 'node:fs';
import { Program } from '../support/e2e/program.js';
import { StartDirectory } from '../support/e2e/start-directory.js';
import { guards } from '../support/guards.js';

guards('apps/cli/src/dev', 'apps/bank/src', 'libs/rails/src');

describe('payments demo --rail files', () => {
  const directory = new StartDirectory();
  afterAll(() => directory.remove());
  const demo = () => Program.run('cli', { args: ['demo', '--rail', 'files'], settings: { DATA_DIR: directory.path } });

  it('shows a file to a bank, its acknowledgment, a return, the webhooks and a statement that agrees, and leaves no process', async () => {
    const { code, stdout, stderr } = await demo();
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('[worker]') });
    expect(stdout).toMatch(/the bank took: .*\.ach[^]* debit +\$100\.01 [^]*all controls agree/);
    expect(stdout).toMatch(/the bank took: .*\.xml[^]*<InstdAmt Ccy="USD">20\.00</);
    expect(stdout).toMatch(/the bank reported a status: .*[^]*<TxSts>ACSC</);
    expect(stdout).toMatch(/the bank acknowledged it: .*\n.* FILE \S+ ACCEPTED entries=\d+ debit=10001/);
    expect(stdout).toMatch(/the bank returned entries: .*[^]*return R01/);
    expect(stdout).toMatch(/transfer_updated .* failed .*✔/);
    expect(stdout).toMatch(/transfer_updated .* completed .*✔/);
    expect(stdout).toMatch(/the bank printed a statement: .*[^]*16,466,12500/);
    expect(stdout).toMatch(/16,495,2000,/);
    expect(stdout).toMatch(/✔ demo-[0-9a-f]+: until \d{4}-\d\d-\d\d.* 0 open breaks/);
    expect(stdout).not.toContain('✖');
    expect(stdout).not.toContain('1234567890  ');
    expect(existsSync(`${directory.path}/files-demo/run.json`)).toBe(false);
  });

  it('shows it again in the same directory', async () => {
    const { code, stdout } = await demo();
    expect(stdout).toMatch(/✔ demo-[0-9a-f]+: until \d{4}-\d\d-\d\d.* 0 open breaks/);
    expect(code).toBe(0);
  });
});
