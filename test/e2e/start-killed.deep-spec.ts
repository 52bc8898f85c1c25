import { eventually } from '@payments/testing';
import { payout } from '../support/e2e/bodies.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { QuickStart } from '../support/e2e/quick-start.js';
import { lives } from '../support/e2e/start-directory.js';
import { guards } from '../support/guards.js';

guards('apps/cli/src/dev/start', 'apps/cli/src/commands/start.ts', 'libs/quickstart/src', 'libs/runtime/src');

describe('npm start, of which a part is killed', () => {
  let service: QuickStart;
  beforeAll(async () => {
    service = await QuickStart.begin();
  });
  afterAll(() => service?.remove());

  const expectDemo = async () => {
    const { code, stdout } = await service.command('demo');
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('completed') });
  };

  it('starts a killed api again', async () => {
    const [api = 0] = service.directory.pids().services;
    process.kill(api, 'SIGKILL');
    await eventually('another api stands in the record', async () => {
      const now = service.directory.pids().services;
      return now.length === 2 && !now.includes(api);
    });
    await eventually('the api answers again', () =>
      service
        .client()
        .ledger.balance()
        .catch(() => undefined),
    );
  });

  it('starts a killed database again, which api and worker then find', async () => {
    const { postgres } = service.directory.pids();
    process.kill(postgres, 'SIGKILL');
    const said = (text: string) => Promise.resolve(service.program.stderr.includes(text));
    await eventually('it says so', () => said('the database is running again'));
    expect(service.program.stderr).toContain('the database stopped unexpectedly; restarting it\n');
    expect(service.directory.pids().postgres).not.toBe(postgres);
    await expectDemo();
  });

  it('takes over what a SIGKILL of the supervisor alone left running', async () => {
    const { payee } = await verifiedAccounts(service.client(), 'kept');
    const { id } = await service.client().transfers.create(payout('kept', payee));
    const pids = service.directory.pids();
    process.kill(pids.supervisor, 'SIGKILL');
    await service.program.ended;
    await service.start();
    expect(await service.client().transfers.get(id)).toMatchObject({ id });
    expect(pids.services.filter(lives)).toEqual([]);
    await expectDemo();
  });
});
