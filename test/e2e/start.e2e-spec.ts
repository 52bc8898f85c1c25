import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Transfer } from '@payments/client';
import { eventually } from '@payments/testing';
import { payout } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { Program } from '../support/e2e/program.js';
import { QuickStart } from '../support/e2e/quick-start.js';
import { raw } from '../support/e2e/raw.js';
import { lives, StartDirectory } from '../support/e2e/start-directory.js';
import type { RecordedPids, StartCredentials } from '../support/e2e/start-directory.js';

const allOf = ({ supervisor, services, postgres }: RecordedPids) => [supervisor, ...services, postgres];
const survivors = (pids: RecordedPids) => allOf(pids).filter(lives);
const oneLine = (text: string) => text.trimEnd().split('\n');

describe('npm start', () => {
  let service: QuickStart;
  let credentials: StartCredentials;
  let transfer: Transfer;

  const readTransfer = () => service.client().transfers.get(transfer.id);

  beforeAll(async () => {
    service = await QuickStart.begin();
    credentials = service.directory.credentials();
  });
  afterAll(() => service?.remove());

  it('ends with its addresses, the file of the credentials and what to do next', () => {
    const { ports, directory, program } = service;
    const printed = program.stdout;
    expect(printed).toContain(`http://localhost:${ports.api}`);
    expect(printed).toContain(`http://localhost:${ports.vault}`);
    expect(printed).toContain(`http://localhost:${ports.metrics}/metrics`);
    expect(printed).toContain(`http://localhost:${ports.api}/portal\n`);
    expect(printed).toContain(`${directory.path}/credentials.json`);
    expect(printed).toMatch(new RegExp(`Next\\n\\n +http://localhost:${ports.api}/docs .*\\n +npm run demo `));
  });

  it('prints no secret', () => {
    const printed = `${service.program.stdout}${service.program.stderr}`;
    const { client_secret, api_key, user } = credentials;
    for (const secret of [client_secret, api_key, user.password]) expect(printed.includes(secret)).toBe(false);
  });

  it('prints a first request that works when it is pasted', () => {
    const [, request = ''] = /First request\n\n([^]*?)\n\n/.exec(service.program.stdout) ?? [];
    const pasted = spawnSync('bash', ['-c', request], { encoding: 'utf8' });
    expect(JSON.parse(pasted.stdout)).toEqual({ transfers: [] });
  });

  it('keeps the credentials in a file of the documented shape that only its owner may read', () => {
    const { ports, directory } = service;
    expect(directory.credentialsMode()).toBe(0o600);
    expect(credentials).toEqual({
      base_url: `http://localhost:${ports.api}`,
      vault_url: `http://localhost:${ports.vault}`,
      enterprise_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      enterprise_name: 'Sandbox Enterprise',
      client_id: expect.any(String),
      client_secret: expect.any(String),
      api_key: expect.stringMatching(/^psk_sandbox_[0-9A-Za-z]+$/),
      user: { name: expect.any(String), password: expect.any(String) },
    });
  });

  it('serves the files for code generators', async () => {
    const { status, headers, text } = await raw(`${credentials.base_url}/llms.txt`);
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toContain('- POST /deliver/transfers: ');
  });

  it.each(['base_url', 'vault_url'] as const)(
    'gives its client a token at the address %s, and takes it',
    async (address) => {
      expect(await clientOf(credentials[address], credentials).persons.list().toArray()).toEqual([]);
    },
  );

  it('takes the demo from created over pending to completed, with every signature right', async () => {
    const { code, stdout, stderr } = await service.command('demo');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    // Webhooks may overtake each other; the number of the event is its place in the life of the payout.
    expect(stdout).toMatch(/transfer_created +#1 +created +✔/);
    expect(stdout).toMatch(/transfer_updated +#2 +pending +✔/);
    expect(stdout).toMatch(/transfer_updated +#3 +completed +✔/);
    expect(stdout).not.toContain('✖');
  });

  it('delivers triggered events to listen until Ctrl-C', async () => {
    const listening = new Program('cli', { args: ['listen', '--events', 'person_all'], settings: service.settings });
    await eventually('it listens', () => Promise.resolve(listening.stderr.includes('until Ctrl-C')));
    const { code, stdout } = await service.command('trigger', 'person_rejected', '--json');
    const triggered = JSON.parse(stdout) as { event_type: string; resource_id: string };
    expect({ code, ...triggered }).toMatchObject({ code: 0, event_type: 'person_rejected' });
    await listening.says(`✔ person_rejected            ${triggered.resource_id}  rejected`);
    expect(await listening.stop('SIGINT')).toMatchObject({ code: 0 });
    expect(await service.client().webhooks.list().toArray()).toEqual([]);
  });

  it('gets a further enterprise from a command beside it, which prints JSON and nothing else', async () => {
    const { code, stdout, stderr } = await service.command('enterprise', 'create', '--name', 'Acme Payroll', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const made = JSON.parse(stdout) as StartCredentials;
    expect(Object.keys(made)).toEqual(Object.keys(credentials));
    expect(made).toMatchObject({ base_url: credentials.base_url, enterprise_name: 'Acme Payroll' });
    expect(await clientOf(made.vault_url, made).persons.list().toArray()).toEqual([]);
  });

  it('leaves the doctor nothing to complain about', async () => {
    const { code, stdout } = await service.command('doctor', '--json');
    const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string }[] };
    expect(checks.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(code).toBe(0);
    expect(stdout).not.toContain(credentials.client_secret);
  });

  it('rejects a second start in the same directory with one line', async () => {
    const { code, stdout, stderr } = await service.command('start');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(oneLine(stderr)).toEqual([
      expect.stringMatching(/^DATA_DIR: .*already runs.*; stop it, or set a different DATA_DIR/),
    ]);
    expect(service.program.runs).toBe(true);
  });

  it('ends on Ctrl-C with exit code 0, and none of its processes stays', async () => {
    const client = service.client();
    const { payee } = await verifiedAccounts(client, 'kept');
    transfer = await client.transfers.create(payout('kept', payee));
    const pids = service.directory.pids();
    expect(survivors(pids)).toHaveLength(4);
    const ending = await service.program.stop('SIGINT');
    expect(ending).toMatchObject({ code: 0, stderr: expect.stringMatching(/stopped\n$/) });
    expect(survivors(pids)).toEqual([]);
  });

  it('keeps credentials and data for the next start', async () => {
    await service.start();
    expect(service.directory.credentials()).toEqual(credentials);
    expect(service.directory.credentialsMode()).toBe(0o600);
    expect(await readTransfer()).toMatchObject({ id: transfer.id, amount: transfer.amount });
  });

  it('starts again on its data after a SIGKILL of the supervisor, the api, the worker and the database', async () => {
    const pids = service.directory.pids();
    for (const pid of allOf(pids)) process.kill(pid, 'SIGKILL');
    await service.program.ended;
    await service.start();
    expect(service.directory.credentials()).toEqual(credentials);
    // Work that was running when everything died resumes when its lease ends.
    await service.directory.endLeases();
    await eventually('completed', async () => (await readTransfer()).status === 'completed');
    expect(survivors(pids)).toEqual([]);
  });
});

describe('npm start, where it cannot start', () => {
  let directory: StartDirectory;
  beforeAll(() => {
    directory = new StartDirectory();
  });
  afterAll(() => directory.remove());

  const failing = async (settings: Record<string, string>) => {
    const ports = portSettings(await freePorts());
    return Program.run('cli', { args: ['start'], settings: { ...ports, DATA_DIR: directory.path, ...settings } });
  };

  it('names the setting of a busy port in one line, and exits with 1', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { code, stdout, stderr } = await failing({ PORT: String(port) });
    server.close();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(oneLine(stderr)).toEqual([expect.stringMatching(new RegExp(`^PORT: port ${port} is in use`))]);
  });

  it.each([
    ['LOG_LEVEL', 'loud'],
    ['PORT', 'three thousand'],
    ['DATABASE_URL', 'mysql://localhost/payments'],
    ['SANDBOX_DAY_SECONDS', '-1'],
  ])('names the bad setting %s in one line, and exits with 1', async (name, value) => {
    const { code, stdout, stderr } = await failing({ [name]: value });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(oneLine(stderr)).toEqual([expect.stringMatching(new RegExp(`^${name}: .*; `))]);
  });
});
