import { randomBytes } from 'node:crypto';
import { loadConfig } from '@payments/config';
import { migrate } from '@payments/messaging';
import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { databaseFindings } from '../../apps/cli/src/support/doctor/database.js';
import type { Finding } from '../../apps/cli/src/support/doctor/finding.js';
import { migrations } from '../../migrations/index.js';
import { hasPgbouncer, Pooler } from '../support/e2e/pooler.js';
import { itIf } from '../support/skip-unless.js';
import { guards } from '../support/guards.js';

guards('apps/cli/src', 'libs/persistence/src');

const SESSIONS = ['notifications: ok', 'named statements: ok'];
const statuses = (findings: readonly Finding[]) => findings.map(({ name, status }) => `${name}: ${status}`);

describe('payments doctor: database', () => {
  let database: TestDatabase;
  const login = `operator_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(8).toString('hex');
  let appUrl: URL;

  beforeAll(async () => {
    database = await createTestDatabase();
    appUrl = Object.assign(new URL(database.adminUrl), { username: login, password });
    const both = { ...database.environment, DATABASE_URL: appUrl.href, DATABASE_ADMIN_URL: database.adminUrl };
    await migrate({ config: loadConfig(both), migrations });
  });
  afterAll(async () => {
    await database.query(`DROP OWNED BY ${login}`);
    await database.query(`DROP ROLE ${login}`);
    await database.drop();
  });

  const findings = (settings: Record<string, string>) =>
    databaseFindings(loadConfig({ ...database.environment, ...settings }));

  it('logs in with DATABASE_URL as it is when the owner is kept away', async () => {
    const found = await findings({ DATABASE_URL: appUrl.href });
    expect(statuses(found)).toEqual(['database: ok', 'migrations: ok', ...SESSIONS]);
    expect(found[0]!.value).toContain(`${login}@`);
  });

  it('logs in with both addresses when both are set', async () => {
    const found = await findings({ DATABASE_URL: appUrl.href, DATABASE_ADMIN_URL: database.adminUrl });
    expect(statuses(found)).toEqual(['database: ok', 'database owner: ok', 'migrations: ok', ...SESSIONS]);
  });

  it('logs in with the derived login when DATABASE_URL is the owner', async () => {
    const found = await findings({});
    expect(statuses(found)).toEqual(['database: ok', 'migrations: ok', ...SESSIONS]);
    expect(found[0]!.value).toContain('payments_service@');
  });

  const ifPgbouncer = itIf(hasPgbouncer, 'No pgbouncer on the PATH: the doctor did not look at one.');

  ifPgbouncer('finds a PgBouncer in transaction mode that keeps neither LISTEN nor named statements', async () => {
    const direct = new URL(database.adminUrl);
    // Enough connections for others, and the one that all have to share.
    for (const connections of [3, 1]) {
      const pooler = await Pooler.start(appUrl.href, connections);
      try {
        const pooled = { DATABASE_URL: pooler.url, DATABASE_ADMIN_URL: database.adminUrl };
        const found = (await findings(pooled)).slice(-2);
        expect(statuses(found)).toEqual(['notifications: fail', 'named statements: fail']);
        expect(found.map(({ remedy }) => remedy)).toEqual([
          expect.stringContaining('DATABASE_DIRECT_URL') as string,
          expect.stringContaining('DATABASE_NAMED_STATEMENTS=false') as string,
        ]);
        const settled = {
          ...pooled,
          DATABASE_DIRECT_URL: `postgres://${direct.host}${direct.pathname}`,
          DATABASE_NAMED_STATEMENTS: 'false',
        };
        expect(statuses(await findings(settled)).slice(-2)).toEqual(['migrations: ok', 'notifications: ok']);
        expect(statuses(await findings({ ...settled, QUEUE_URL: pooler.url })).at(-1)).toBe(
          'queue notifications: fail',
        );
      } finally {
        await pooler.stop();
      }
    }
  });

  it('names the setting and hides the password when the login is wrong', async () => {
    const wrong = Object.assign(new URL(appUrl), { password: 'not-the-password' });
    const found = await findings({ DATABASE_URL: wrong.href });
    expect(statuses(found)).toEqual(['database: fail', 'migrations: warn']);
    expect(found[0]!.remedy).toContain('DATABASE_URL');
    expect(JSON.stringify(found)).not.toContain('not-the-password');
  });
});
