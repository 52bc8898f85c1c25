import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PaymentsClient } from '@payments/client';
import type { Page } from 'puppeteer-core';
import { fromBase32, stepAt, totpCode } from '../../libs/auth/src/infrastructure/mfa/totp.js';
import { userWithPassword } from '../support/chosen-password.js';
import { expectAccessible } from '../support/e2e/page-audit.js';
import { describeInChromium, PortalBrowser } from '../support/e2e/portal-browser.js';
import type { PortalEnterprise } from '../support/e2e/portal-browser.js';
import {
  click,
  hasHeading,
  press,
  replaceText,
  says,
  signIn,
  submitSignIn,
  until,
  violations,
} from '../support/e2e/portal-page.js';
import type { PortalLogin } from '../support/e2e/portal-page.js';
import { guards } from '../support/guards.js';

guards(
  'apps/portal/src/api',
  'apps/portal/src/app',
  'apps/portal/src/ui',
  'apps/portal/src/pages/sign-in',
  'apps/portal/src/pages/password',
  'apps/portal/src/pages/second-factor',
  'apps/portal/src/pages/sessions',
  'libs/auth/src',
);

const NEW_PASSWORD = 'a-long-and-new-password-7';

describeInChromium('the ways to sign in to the portal', () => {
  let portal: PortalBrowser;
  let acme: PortalEnterprise;

  beforeAll(async () => {
    portal = await PortalBrowser.start();
    acme = await portal.enterprise('Acme');
    portal.expected.add(400).add(403);
  });
  afterAll(() => portal?.stop());

  /** A user whose password is still that of the administrator. */
  async function newUser(name: string): Promise<PortalLogin> {
    const admin = new PaymentsClient({ baseUrl: portal.origin, user: acme.user, apiKey: acme.api_key });
    const login = await userWithPassword(admin, { name: `${name}@acme.example`, role: 'read_only' });
    // As `payments user reset` leaves it.
    await portal.database.query('UPDATE auth.users SET must_change_password = true WHERE name = $1', [login.name]);
    return login;
  }

  async function changePassword(page: Page, current: string): Promise<void> {
    await replaceText(page, 'input[name=current]', current);
    await replaceText(page, 'input[name=next]', NEW_PASSWORD);
    await replaceText(page, 'input[name=again]', NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForSelector('nav[aria-label="Main navigation"]');
  }

  const codeOf = (secret: string) => totpCode(fromBase32(secret), stepAt(new Date()));
  /** A code is taken once; the test does not wait for the next one. */
  const forgetCodes = () =>
    portal.database.query('UPDATE auth.users SET totp_last_step = 0 WHERE totp_last_step IS NOT NULL');

  it('take what a password manager fills in, and what is pasted', async () => {
    const page = await portal.newPage();
    await portal.open(page, '/accounts');
    const named = await page.$$eval('main input', (fields) =>
      fields.map(({ name, autocomplete }) => [name, autocomplete]),
    );
    expect(named).toEqual([
      ['name', 'username'],
      ['password', 'current-password'],
    ]);
    // A manager sets the value and tells it; nobody has pressed a key.
    await page.evaluate(`{
      const values = ${JSON.stringify({ name: acme.user.name, password: 'not-the-password' })};
      for (const [name, value] of Object.entries(values)) {
        const field = document.querySelector('input[name=' + name + ']');
        field.value = value;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
    }`);
    const pasted = (await page.evaluate(`(() => {
      const field = document.querySelector('input[name=password]');
      field.select();
      const paste = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: new DataTransfer() });
      const isTaken = field.dispatchEvent(paste);
      document.execCommand('insertText', false, ${JSON.stringify(acme.user.password)});
      return [isTaken, field.value];
    })()`)) as unknown[];
    expect(pasted).toEqual([true, acme.user.password]);
    await press(page, 'Sign in');
    await hasHeading(page, 'Accounts');
    expect(portal.complaints).toEqual([]);
    await page.browserContext().close();
  });

  it('ask again when the tab was closed for 31 minutes, and not after 20', async () => {
    portal.expected.add(401);
    const context = await portal.newContext();
    const closedFor = async (minutes: number) => {
      await portal.database.query(
        `UPDATE auth.refresh_families SET rotated_at = rotated_at - $1 * interval '1 minute',
           expires_at = expires_at - $1 * interval '1 minute', absolute_until = absolute_until - $1 * interval '1 minute'`,
        [minutes],
      );
      const page = await portal.newPage(context);
      await portal.open(page, '/accounts');
      return page;
    };
    const first = await portal.signedIn(acme.user, '/accounts', context);
    await first.close();
    const second = await closedFor(20);
    await hasHeading(second, 'Accounts');
    await second.close();
    await hasHeading(await closedFor(31), 'Sign in');
    await context.close();
  });

  it('are of no use to pages of another origin: forms, requests, pictures and frames', async () => {
    // Another port of the same host: the browser sends the cookie along, for it is the same site.
    const stranger = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Stranger</title><body></body>');
    });
    await new Promise<void>((listens) => stranger.listen(0, 'localhost', listens));
    const { port } = stranger.address() as AddressInfo;
    const context = await portal.newContext();
    const mine = await portal.signedIn(acme.user, '/accounts', context);
    const theirs = await context.newPage();
    const answers = new Map<string, number>();
    theirs.on('response', (answer) => {
      const { origin, pathname } = new URL(answer.url());
      if (origin === portal.origin) answers.set(`${answer.request().method()} ${pathname}`, answer.status());
    });
    await theirs.goto(`http://localhost:${port}/`);
    await theirs.evaluate(`(async () => {
      const portal = ${JSON.stringify(portal.origin)};
      const body = '{"name":"a","password":"b"}';
      for (const path of ['/portal/session/refresh', '/portal/session/mfa', '/portal/session']) {
        await fetch(portal + path, { method: 'POST', mode: 'no-cors', credentials: 'include', body }).catch(() => {});
      }
      await fetch(portal + '/portal/session', { method: 'DELETE', credentials: 'include' }).catch(() => {});
      await new Promise((done) => {
        const picture = new Image();
        picture.onerror = picture.onload = done;
        picture.src = portal + '/portal/session/refresh';
      });
      const frame = document.body.appendChild(document.createElement('iframe'));
      await new Promise((done) => { frame.onload = done; frame.src = portal + '/portal/app/'; });
    })()`);
    expect(theirs.frames().map((frame) => frame.url())).not.toContain(`${portal.origin}/portal/app/`);
    const form = theirs.waitForNavigation();
    await theirs.evaluate(`{
      const form = document.body.appendChild(document.createElement('form'));
      form.method = 'post';
      form.action = ${JSON.stringify(`${portal.origin}/portal/session/refresh`)};
      form.submit();
    }`);
    expect((await form)?.status()).toBe(403);
    for (const path of ['/portal/session', '/portal/session/mfa', '/portal/session/refresh']) {
      expect([path, answers.get(`POST ${path}`)]).toEqual([path, 403]);
    }
    // The picture is blocked, or finds no operation that answers GET; the preflight of the last request allows nothing.
    expect([404, undefined]).toContain(answers.get('GET /portal/session/refresh'));
    expect(answers.has('DELETE /portal/session')).toBe(false);
    await mine.reload({ waitUntil: 'domcontentloaded' });
    await hasHeading(mine, 'Accounts');
    await context.close();
    stranger.close();
  });

  it('lead to a new password before anything else, if an administrator chose the old one', async () => {
    const login = await newUser('forced');
    const page = await portal.newPage();
    await portal.open(page, '/transfers');
    await submitSignIn(page, login.name, login.password);
    await hasHeading(page, 'Choose a new password');
    await says(page, 'Your password was set by somebody else.');
    await expectAccessible(page);
    await portal.open(page, '/accounts');
    await hasHeading(page, 'Choose a new password');
    expect(await page.$('nav[aria-label="Main navigation"]')).toBeNull();
    await changePassword(page, login.password);
    await page.browserContext().close();
    const again = await portal.newPage();
    await portal.open(again, '/accounts');
    await submitSignIn(again, login.name, login.password);
    await says(again, 'The name or the password is wrong.');
    await signIn(again, { ...login, password: NEW_PASSWORD });
    await hasHeading(again, 'Accounts');
    await again.browserContext().close();
  });

  it('ask for a code of the second factor, and take a recovery code once', async () => {
    const login = await newUser('careful');
    const page = await portal.newPage();
    await portal.open(page);
    await submitSignIn(page, login.name, login.password);
    await changePassword(page, login.password);
    await portal.open(page, '/second-factor');
    await press(page, 'Begin');
    await page.waitForSelector('main pre');
    const [secret, recovery] = await page.$$eval('main pre', (all) => all.map(({ textContent }) => textContent));
    await click(page, 'input[type=checkbox]');
    await replaceText(page, 'input[name=code]', codeOf(secret));
    await press(page, 'Confirm');
    await says(page, 'Your second factor is set up.');
    await page.browserContext().close();

    const toSecondStep = async () => {
      const other = await portal.newPage();
      await portal.open(other, '/accounts');
      await submitSignIn(other, login.name, NEW_PASSWORD);
      await hasHeading(other, 'Second step');
      return other;
    };
    await forgetCodes();
    const byCode = await toSecondStep();
    expect(await byCode.$eval('input[name=code]', ({ autocomplete }) => autocomplete)).toBe('one-time-code');
    expect(await violations(byCode, 'light')).toEqual([]);
    await replaceText(byCode, 'input[name=code]', '000000');
    await byCode.keyboard.press('Enter');
    await says(byCode, 'The code is wrong or no longer valid.');
    await replaceText(byCode, 'input[name=code]', codeOf(secret));
    await byCode.keyboard.press('Enter');
    await hasHeading(byCode, 'Accounts');
    await byCode.browserContext().close();

    const [code] = recovery!.split('\n');
    for (const isFirst of [true, false]) {
      const other = await toSecondStep();
      await press(other, 'Use a recovery code');
      await replaceText(other, 'input[name=code]', code);
      await other.keyboard.press('Enter');
      if (isFirst) await hasHeading(other, 'Accounts');
      else await says(other, 'The code is wrong or no longer valid.');
      await other.browserContext().close();
    }
  });

  it('end after a while without input: a dialog counts down, can be answered, and signs out', async () => {
    const page = await portal.signedIn(acme.user, '/accounts');
    const pass = (minutes: number) =>
      page.evaluate(`{ const now = Date.now.bind(Date); Date.now = () => now() + ${minutes} * 60_000; }`);
    await pass(28.5);
    await says(page, 'Are you still there?');
    await says(page, /You will be signed out in \d+ seconds?\./);
    expect(await violations(page, 'light')).toEqual([]);
    await press(page, 'Stay signed in');
    await until(page, `!document.body.innerText.includes('Are you still there?')`);
    await hasHeading(page, 'Accounts');
    await pass(31);
    await says(page, 'You were signed out because nothing happened for a while.');
    await signIn(page, acme.user);
    await hasHeading(page, 'Accounts');
    await page.browserContext().close();
  });
});
