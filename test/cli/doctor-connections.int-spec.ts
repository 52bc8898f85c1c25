import { randomBytes } from 'node:crypto';
import { loadConfig } from '@payments/config';
import { migrate } from '@payments/messaging';
import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { databaseFindings } from '../../apps/cli/src/support/doctor/database.js';
import type { Finding } from '../../apps/cli/src/support/doctor/finding.js';
import { migrations } from '../../migrations/index.js';

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
    expect(statuses(found)).toEqual(['database: ok', 'migrations: ok']);
    expect(found[0]!.value).toContain(`${login}@`);
  });

  it('logs in with both addresses when both are set', async () => {
    const found = await findings({ DATABASE_URL: appUrl.href, DATABASE_ADMIN_URL: database.adminUrl });
    expect(statuses(found)).toEqual(['database: ok', 'database owner: ok', 'migrations: ok']);
  });

  it('logs in with the derived login when DATABASE_URL is the owner', async () => {
    const found = await findings({});
    expect(statuses(found)).toEqual(['database: ok', 'migrations: ok']);
    expect(found[0]!.value).toContain('payments_service@');
  });

  it('names the setting and hides the password when the login is wrong', async () => {
    const wrong = Object.assign(new URL(appUrl), { password: 'not-the-password' });
    const found = await findings({ DATABASE_URL: wrong.href });
    expect(statuses(found)).toEqual(['database: fail', 'migrations: warn']);
    expect(found[0]!.remedy).toContain('DATABASE_URL');
    expect(JSON.stringify(found)).not.toContain('not-the-password');
  });
});
