import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, settings } from '../../libs/config/src/config.js';
import { directives, settingsOf, textOf, unitFiles, units } from '../support/systemd.js';
import { itIf } from '../support/skip-unless.js';

const root = join(__dirname, '../..');
const page = readFileSync(join(root, 'docs/operate/without-containers.md'), 'utf8');
const services = ['payments-api@.service', 'payments-worker@.service', 'payments-migrate.service'];
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
const ifSystemd = itIf(hasSystemd, 'systemd-analyze is not installed: the units were not verified.');

/** What `systemd-analyze verify` says of the units, with the programs where this machine has them. */
function verify(change: (directory: string) => void = () => undefined): { status: number | null; said: string } {
  const directory = mkdtempSync(join(tmpdir(), 'payments-units-'));
  try {
    cpSync(units, directory, { recursive: true });
    const paths = unitFiles.map((name) => join(directory, name));
    for (const path of paths) {
      const text = readFileSync(path, 'utf8').replace(/\/usr\/(s?bin)\/(node|nginx|curl)\b/g, process.execPath);
      writeFileSync(path, text.replaceAll('/opt/payments/current', root));
    }
    change(directory);
    const env = { ...process.env, SYSTEMD_UNIT_PATH: `${directory}:` };
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
      env,
      encoding: 'utf8',
    });
    // Other units of this machine are not checked.
    return {
      status,
      said: stderr
        .split('\n')
        .filter((line) => line.includes('payments'))
        .join('\n'),
    };
  } finally {
    rmSync(directory, { recursive: true });
  }
}

describe('the systemd units', () => {
  ifSystemd('are accepted by systemd-analyze', () => {
    expect(verify()).toEqual({ status: 0, said: '' });
  });

  ifSystemd('all get the common settings, instances too', () => {
    const wrong = (directory: string) =>
      writeFileSync(join(directory, 'payments-.service.d/common.conf'), '[Service]\nNoSuchSetting=yes\n');
    const complaints = verify(wrong).said.match(/NoSuchSetting/g);
    expect(complaints).toHaveLength(unitFiles.length);
  });

  it('start programs that are built from a source file', () => {
    const programs = services.map((name) => /current\/dist\/(\S+)\.js/.exec(directives(name, 'ExecStart')[0]!)?.[1]);
    expect(programs).toEqual(['apps/api/src/main', 'apps/worker/src/main', 'apps/cli/src/main']);
    expect(programs.filter((path) => !existsSync(join(root, `${path}.ts`)))).toEqual([]);
  });

  it('name files that the project has', () => {
    const named = unitFiles.flatMap((name) => [...textOf(name).matchAll(/\/opt\/payments\/current\/(\S+)/g)]);
    const sources = named.map(([, path = '']) => path).filter((path) => !path.startsWith('dist/'));
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const files = unitFiles.flatMap((name) => directives(name, 'EnvironmentFile'));
    expect(files.filter((path) => !existsSync(path.replace('/etc/payments', units)))).toEqual([]);
  });

  it('run as a user without capabilities, except for the low ports', () => {
    const root = unitFiles.filter((name) => !/^payments/.test(directives(name, 'User')[0] ?? ''));
    expect(root).toEqual([]);
    const capable = unitFiles.filter((name) => directives(name, 'CapabilityBoundingSet')[0] !== '');
    expect(capable).toEqual(['payments-gateway.service']);
    expect(directives('payments-gateway.service', 'CapabilityBoundingSet')).toEqual(['CAP_NET_BIND_SERVICE']);
  });

  it('let Node compile code', () => {
    const all = [...unitFiles, 'payments-.service.d/common.conf'].map(textOf).join('\n');
    expect(all).not.toMatch(/^MemoryDenyWriteExecute=/m);
  });

  it('give only migrate the owner of the database', () => {
    const having = unitFiles.filter((name) => directives(name, 'EnvironmentFile').join().includes('migrate.env'));
    expect(having).toEqual(['payments-migrate.service']);
    expect(Object.keys(settingsOf('migrate.env'))).toEqual(['DATABASE_ADMIN_URL']);
  });

  it('let processes finish before they are killed', () => {
    const [seconds] = directives('payments-.service.d/common.conf', 'TimeoutStopSec');
    expect(Number(seconds)).toBeGreaterThan(30);
  });

  it('check readiness where the processes serve it', () => {
    const { metricsPort } = loadConfig({});
    const urls = services.map((name) => /http:\S+/.exec(directives(name, 'ExecStartPost')[0] ?? '')?.[0]);
    const ready = (port: number) => `http://127.0.0.%i:${port}/health/ready`;
    expect(urls).toEqual([ready(metricsPort), ready(metricsPort + 1), undefined]);
    for (const name of services.slice(0, 2)) expect(directives(name, 'Environment')).toEqual(['HOST=127.0.0.%i']);
  });
});

describe('the settings file of the units', () => {
  const shown = settingsOf('payments.env', { commented: true });

  it('names settings that the service reads', () => {
    expect(Object.keys(shown).filter((name) => !(name in settings))).toEqual([]);
  });

  it('names every setting, except those without a use', () => {
    const unused = {
      HOST: 'each unit sets its own',
      PORT: 'the default, on an address of its own',
      VAULT_PORT: 'the default',
      METRICS_PORT: 'the default',
      METRICS_HOST: 'HOST, by default',
      DATA_DIR: 'only npm start uses it',
      DATABASE_ADMIN_URL: 'migrate alone has it',
      KEY_RING: 'the key ring is a file',
      PROCESSOR_TOKEN: 'the token is a file',
      WEBHOOK_ALLOW_PRIVATE: 'sandbox only',
      SANDBOX_DAY_SECONDS: 'sandbox only',
      LOG_FORMAT: 'the journal keeps JSON',
    };
    const missing = Object.keys(settings).filter((name) => !(name in shown));
    expect(missing.sort()).toEqual(Object.keys(unused).sort());
  });

  it('is accepted by the service, with all that it shows', () => {
    expect(loadConfig(settingsOf('payments.env')).environment).toBe('production');
    expect(() => loadConfig(shown)).not.toThrow();
  });

  it('shows the defaults of what may be set', () => {
    const example = /^(BANKS_FILE|DATABASE_DI(RECT_URL|SK_GB)|QUEUE_URL|CORS_ORIGINS|OTEL_.*)$/;
    const [set, defaults] = [settingsOf('payments.env'), loadConfig({})];
    const optional = Object.entries(shown).filter(([name]) => !(name in set) && !example.test(name));
    const variables = Object.fromEntries(optional);
    expect(loadConfig(variables)).toEqual({ ...defaults, variables });
  });

  it('drains for less time than the gateway leaves an api alone', () => {
    const { drainSeconds } = loadConfig(settingsOf('payments.env'));
    expect(Number(settingsOf('gateway.env')['GATEWAY_FAIL_SECONDS'])).toBeGreaterThan(drainSeconds);
  });
});

describe('the page about running without containers', () => {
  it('installs every file of the folder', () => {
    const files = readdirSync(units).filter((name) => !unitFiles.includes(name) && name !== 'gateway.sh');
    expect(page).toContain('cp -r payments-*.service payments-.service.d /etc/systemd/system/');
    expect(files.filter((name) => !page.includes(name))).toEqual([]);
  });
});
