import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { ConfigError, loadConfig, loadKeyRing, loadProcessorToken, settings } from './config.js';
import { generateKeyRing } from './key-ring.js';

function problems(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
}

describe('the settings', () => {
  it('have the defaults of the quick start', () => {
    expect(loadConfig({})).toMatchObject({
      environment: 'sandbox',
      port: 3000,
      vaultPort: 3001,
      metricsPort: 9464,
      host: '127.0.0.1',
      metricsHost: '127.0.0.1',
      publicBaseUrl: 'http://localhost:3000',
      publicVaultUrl: 'http://localhost:3001',
      databasePoolSize: 10,
      webhookAllowPrivate: false,
      clockToleranceSeconds: 60,
      sandboxDaySeconds: 2,
      logLevel: 'info',
    });
  });

  it.each([
    [{ HOST: '0.0.0.0' }, '127.0.0.1'],
    [{ HOST: '192.0.2.7' }, '127.0.0.1'],
    [{ HOST: '127.0.0.2' }, '127.0.0.2'],
    [{ HOST: '::1' }, '::1'],
    [{ HOST: '0.0.0.0', METRICS_HOST: '0.0.0.0' }, '0.0.0.0'],
  ])('with %p show metrics at %s: elsewhere than on loopback only if METRICS_HOST says so', (variables, address) => {
    expect(loadConfig(variables).metricsHost).toBe(address);
  });

  it('derive the public addresses from the ports unless set', () => {
    expect(loadConfig({ PORT: '8080' }).publicBaseUrl).toBe('http://localhost:8080');
    expect(loadConfig({ PORT: '8080', PUBLIC_BASE_URL: 'https://api.example.com' }).publicBaseUrl).toBe(
      'https://api.example.com',
    );
  });

  it('treat an empty variable as unset, and ignore other variables', () => {
    const variables = { PORT: '', DATABASE_URL: '', LOG_LEVEL: '', HOME: 'x', constructor: 'x' };
    expect(loadConfig(variables)).toEqual({ ...loadConfig({}), variables });
  });

  it('leave out what is not set', () => {
    const config = loadConfig({});
    expect(
      ['databaseUrl', 'databaseAdminUrl', 'queueUrl', 'keyRing', 'keyRingFile'].filter((name) => name in config),
    ).toEqual([]);
  });

  it('make the data directory absolute', () => {
    expect(isAbsolute(loadConfig({ DATA_DIR: 'some/where' }).dataDir)).toBe(true);
  });

  it.each<[string, boolean]>([
    ['true', true],
    ['1', true],
    ['false', false],
    ['0', false],
    ['', false],
  ])('read WEBHOOK_ALLOW_PRIVATE=%j as %s', (value, expected) => {
    expect(loadConfig({ WEBHOOK_ALLOW_PRIVATE: value }).webhookAllowPrivate).toBe(expected);
  });

  it.each<[keyof typeof settings, string]>([
    ['ENVIRONMENT', 'staging'],
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '30.5'],
    ['PORT', ' '],
    ['VAULT_PORT', 'x'],
    ['METRICS_PORT', '99999'],
    ['PUBLIC_BASE_URL', 'localhost:3000'],
    ['PUBLIC_VAULT_URL', 'ftp://example.com'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['DATABASE_ADMIN_URL', 'not an address'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DATABASE_POOL_SIZE', '201'],
    ['DATABASE_URL', 'postgres://a:5432,b:5432/x?target_session_attrs=standby'],
    ['QUEUE_URL', 'amqp://localhost'],
    ['QUEUE_URL', 'redis+sentinel://localhost'],
    ['QUEUE_URL', 'redis+cluster://localhost/1'],
    ['WEBHOOK_ALLOW_PRIVATE', 'yes'],
    ['SANDBOX_DAY_SECONDS', '0'],
    ['SANDBOX_DAY_SECONDS', '-2'],
    ['SANDBOX_DAY_SECONDS', 'day'],
    ['LOG_LEVEL', 'verbose'],
  ])('stop the start with one line that explains %s when it is %j', (name, value) => {
    const [line, ...others] = problems(() => loadConfig({ [name]: value }));
    expect(others).toEqual([]);
    expect(line).toMatch(new RegExp(`^${name}: .+; correct it or unset it$`));
    expect(line).toContain(settings[name].description);
  });

  it('name every bad setting at once', () => {
    const lines = problems(() => loadConfig({ PORT: 'x', LOG_LEVEL: 'x', QUEUE_URL: 'x' }));
    expect(lines.map((line) => line.split(':')[0])).toEqual(['PORT', 'QUEUE_URL', 'LOG_LEVEL']);
  });

  it('never repeat a value, because a URL may hold a password', () => {
    const lines = problems(() => loadConfig({ DATABASE_URL: 'mysql://user:s3cret@host/x', KEY_RING: 's3cret' }));
    expect(lines.join()).not.toContain('s3cret');
  });

  it('each have a description', () => {
    expect(Object.entries(settings).filter(([, { description }]) => !description)).toEqual([]);
  });
});

describe('production', () => {
  const http = { PROCESSOR: 'http', PROCESSOR_URL: 'https://bank.example/v1/', PROCESSOR_TOKEN: 'secret' };

  it.each([{}, { PROCESSOR: 'sandbox' }])('refuses to start with %j, which moves no money', (settings) => {
    const lines = problems(() => loadConfig({ ENVIRONMENT: 'production', ...settings }));
    expect(lines).toEqual([
      expect.stringMatching(/^PROCESSOR: .*set it to bank and set BANKS_FILE, or to http and set PROCESSOR_URL/),
    ]);
  });

  it('starts with a bank connector', () => {
    expect(loadConfig({ ENVIRONMENT: 'production', ...http }).processor).toEqual({
      kind: 'http',
      connector: { url: 'https://bank.example/v1', token: 'secret', timeoutMs: 10_000 },
    });
  });

  it.each([
    ['http://bank.example', true],
    ['http://10.0.0.7:8080', true],
    ['http://localhost.example', true],
    ['http://127.evil.example', true],
    ['https://bank.example', false],
    ['https://10.0.0.7', false],
    ['http://127.0.0.1:8080', false],
    ['http://[::1]:8080', false],
    ['http://localhost:8080', false],
  ])('sends account numbers in the clear to no other machine: %s is refused is %s', (url, refused) => {
    const lines = problems(() => loadConfig({ ENVIRONMENT: 'production', ...http, PROCESSOR_URL: url }));
    expect(lines).toEqual(
      refused ? [expect.stringMatching(/^PROCESSOR_URL: .*must use https.*; set an https URL$/)] : [],
    );
  });

  it('refuses to send webhooks to private addresses', () => {
    const lines = problems(() => loadConfig({ ENVIRONMENT: 'production', WEBHOOK_ALLOW_PRIVATE: 'true' }));
    expect(lines).toContainEqual(expect.stringMatching(/^WEBHOOK_ALLOW_PRIVATE: .*unset it$/));
  });

  it('accepts a switch that is off', () => {
    const lines = problems(() => loadConfig({ ENVIRONMENT: 'production', WEBHOOK_ALLOW_PRIVATE: 'false' }));
    expect(lines.filter((line) => line.startsWith('WEBHOOK_ALLOW_PRIVATE'))).toEqual([]);
  });
});

describe('a bank connector', () => {
  const given = { PROCESSOR: 'http', PROCESSOR_URL: 'http://bank.example', PROCESSOR_TOKEN: 's3cret' };
  const http = (settings: Record<string, string>) => {
    const { processor } = loadConfig({ ...given, ...settings });
    if (processor.connector === undefined) throw new Error('no connector');
    return processor.connector;
  };

  it.each([
    ['PROCESSOR', { PROCESSOR: 'ftp' }],
    ['PROCESSOR_URL', { PROCESSOR_URL: '' }],
    ['PROCESSOR_URL', { PROCESSOR_URL: 'bank.example' }],
    ['PROCESSOR_URL', { PROCESSOR_URL: 'http://user:s3cret@bank.example' }],
    ['PROCESSOR_URL', { PROCESSOR_URL: 'http://bank.example?token=s3cret' }],
    ['PROCESSOR_TOKEN', { PROCESSOR_TOKEN: '' }],
    ['PROCESSOR_TOKEN', { PROCESSOR_TOKEN_FILE: '/run/secrets/token' }],
    ['PROCESSOR_TIMEOUT_SECONDS', { PROCESSOR_TIMEOUT_SECONDS: '16' }],
    ['PROCESSOR_TIMEOUT_SECONDS', { PROCESSOR_TIMEOUT_SECONDS: '0' }],
  ])('stops the start with a secret-free line about %s, with %j', (name, settings) => {
    const lines = problems(() => loadConfig({ ...given, ...settings }));
    expect(lines).toEqual([expect.stringMatching(new RegExp(`^${name}: .*; `))]);
    expect(lines.join()).not.toContain('s3cret');
  });

  it('has the rails that bank profiles leave to it, and is not required without one', () => {
    const bank = { PROCESSOR: 'bank', BANKS_FILE: '/etc/payments/banks.json' };
    expect(loadConfig(bank).processor).toEqual({ kind: 'bank' });
    expect(loadConfig({ ...given, ...bank }).processor).toEqual({
      kind: 'bank',
      connector: { url: 'http://bank.example', token: 's3cret', timeoutMs: 10_000 },
    });
    expect(problems(() => loadConfig({ ...given, ...bank, PROCESSOR_TOKEN: '' }))).toEqual([
      'PROCESSOR_TOKEN: is not set, and PROCESSOR_URL needs it; set either PROCESSOR_TOKEN or PROCESSOR_TOKEN_FILE',
    ]);
  });

  it('is not required if the sandbox is the processor', () => {
    expect(loadConfig({ PROCESSOR_URL: 'http://bank.example' }).processor).toEqual({ kind: 'sandbox' });
  });

  it('reads its token from setting or file, and rejects unsafe header values', () => {
    const directory = mkdtempSync(join(tmpdir(), 'token-'));
    const file = join(directory, 'token');
    writeFileSync(file, 's3cret\n');
    expect(loadProcessorToken(http({}))).toBe('s3cret');
    expect(loadProcessorToken(http({ PROCESSOR_TOKEN: '', PROCESSOR_TOKEN_FILE: file }))).toBe('s3cret');
    const missing = http({ PROCESSOR_TOKEN: '', PROCESSOR_TOKEN_FILE: `${file}.not` });
    expect(problems(() => loadProcessorToken(missing))).toEqual([
      expect.stringMatching(/^PROCESSOR_TOKEN_FILE: .*ENOENT/),
    ]);
    const injected = problems(() => loadProcessorToken(http({ PROCESSOR_TOKEN: 's3cret\r\nX: y' })));
    expect(injected).toEqual([expect.stringMatching(/^PROCESSOR_TOKEN: (?!.*s3cret)/)]);
    rmSync(directory, { recursive: true });
  });
});

describe('the key ring', () => {
  const key = (fill: number, bytes = 32) => Buffer.alloc(bytes, fill).toString('base64');
  const ring = {
    master: { active: 'm-1', keys: { 'm-1': key(1), 'm-0': key(2) } },
    blind_index: key(3),
    pepper: key(4),
  };
  const load = (value: unknown) =>
    loadKeyRing(loadConfig({ KEY_RING: typeof value === 'string' ? value : JSON.stringify(value) }));
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'key-ring-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  it('is read from its setting, including old master keys', () => {
    expect(load(ring)).toEqual({
      master: { active: 'm-1', keys: { 'm-1': Buffer.alloc(32, 1), 'm-0': Buffer.alloc(32, 2) } },
      blind_index: Buffer.alloc(32, 3),
      pepper: Buffer.alloc(32, 4),
    });
  });

  it('is read from its file', () => {
    const file = join(directory, 'keys.json');
    writeFileSync(file, JSON.stringify(ring));
    expect(loadKeyRing(loadConfig({ KEY_RING_FILE: file })).pepper).toEqual(Buffer.alloc(32, 4));
  });

  it('is generated with new 32-byte keys each time', () => {
    const [first, second] = [load(generateKeyRing()), load(generateKeyRing())];
    const keys = [first, second].flatMap(({ master, blind_index, pepper }) => [
      ...Object.values(master.keys),
      blind_index,
      pepper,
    ]);
    expect(keys.every((bytes) => bytes.length === 32)).toBe(true);
    expect(new Set(keys.map((bytes) => bytes.toString('hex'))).size).toBe(6);
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{"master":', /^KEY_RING: is not JSON/],
    ['an empty object', {}, /^KEY_RING: master/],
    ['a short key', { ...ring, pepper: key(1, 31) }, /^KEY_RING: pepper: must be 32 bytes/],
    ['a long key', { ...ring, blind_index: key(1, 33) }, /^KEY_RING: blind_index: must be 32 bytes/],
    [
      'a short master key',
      { ...ring, master: { active: 'm-1', keys: { 'm-1': key(1, 16) } } },
      /^KEY_RING: master\.keys\.m-1: must be 32/,
    ],
    [
      'an active key that is not there',
      { ...ring, master: { ...ring.master, active: 'm-2' } },
      /^KEY_RING: master\.active: must be the id of a key/,
    ],
    [
      'an active key that every object inherits',
      { ...ring, master: { ...ring.master, active: 'constructor' } },
      /^KEY_RING: master\.active: must be the id of a key/,
    ],
    ['an id with blanks', { ...ring, master: { active: 'm 1', keys: { 'm 1': key(1) } } }, /^KEY_RING: master\.keys/],
  ])('stops the start with one line that locates %s', (_, value, expected) => {
    const lines = problems(() => load(value));
    expect(lines).toEqual([expect.stringMatching(expected)]);
    expect(lines[0]).toContain('payments keys generate');
  });

  it('never includes key material in its errors', () => {
    const short = key(0xab, 31);
    expect(problems(() => load({ ...ring, pepper: short })).join()).not.toContain(short);
    expect(problems(() => load(`${JSON.stringify(ring)}x`)).join()).not.toContain(ring.pepper.slice(0, 8));
  });

  it('stops the start when it is not set, or its file cannot be read', () => {
    expect(problems(() => loadKeyRing(loadConfig({})))).toEqual([
      expect.stringMatching(/^KEY_RING_FILE: is not set; .+/),
    ]);
    const missing = join(directory, 'missing.json');
    expect(problems(() => loadKeyRing(loadConfig({ KEY_RING_FILE: missing })))).toEqual([
      expect.stringMatching(/^KEY_RING_FILE: cannot be read \(ENOENT\); .+/),
    ]);
  });
});
