import { eventually } from '@payments/testing';
import { PaymentsClient } from '@payments/client';
import type { Approval } from '@payments/client';
import type { Page } from 'puppeteer-core';
import { fromBase32, stepAt, totpCode } from '../../libs/auth/src/infrastructure/mfa/totp.js';
import { userWithPassword } from '../support/chosen-password.js';
import { account, directDebit, payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { expectAccessible } from '../support/e2e/page-audit.js';
import { describeInChromium, PortalBrowser } from '../support/e2e/portal-browser.js';
import type { PortalEnterprise } from '../support/e2e/portal-browser.js';
import {
  chord,
  click,
  hasHeading,
  inDialog,
  payTo,
  press,
  prove,
  replaceText,
  says,
  screenshotIfAsked,
  tabTo,
  textOf,
  until,
} from '../support/e2e/portal-page.js';
import { NOT_IN_BAR, ROLE_PAGES, ROLES } from '../support/e2e/portal-roles.table.js';
import type { Role } from '../support/e2e/portal-roles.table.js';
import type { PortalLogin } from '../support/e2e/portal-page.js';
import { guards } from '../support/guards.js';

guards(
  'apps/portal/src/api',
  'apps/portal/src/app',
  'apps/portal/src/ui',
  'apps/portal/src/pages/approvals',
  'apps/portal/src/pages/policies',
  'apps/portal/src/pages/users',
  'libs/controls/src/infrastructure/http',
);

const { account_number: NUMBER } = account('one', 'business');
const ACTIONS = 'main button, main a[href*="/new"]';
/** What a user who may only read can do: move about, and look. */
const HARMLESS =
  /^(Copy as curl|Export CSV|Copy id|Copied|Columns|Go to date|Save view|Show more|Table|Median|p95|Pause|Clear|Check|End|This session)?$/;

/** As if it were another approval that the page has shown: the next decision is sent with a digest of something else. */
const OTHER_DIGEST = `(digest) => {
  const sent = window.fetch;
  window.fetch = async (request, init) => {
    if (!String(request.url ?? request).endsWith('/approvals/decide')) return sent(request, init);
    window.fetch = sent;
    const body = (await request.clone().text()).replace(digest, 'A'.repeat(digest.length));
    return sent(new Request(request, { body }));
  };
}`;

describeInChromium('approvals, policies and roles in the portal', () => {
  let portal: PortalBrowser;
  let acme: PortalEnterprise;
  let client: PaymentsClient;
  let admin: PaymentsClient;
  let parties: Record<'payee' | 'payer', Party>;
  let adminPage: Page;
  let amy: { readonly login: PortalLogin; page: Page };
  let bob: typeof amy;

  beforeAll(async () => {
    // Only the tools of the sandbox let days pass.
    portal = await PortalBrowser.start({ SANDBOX_DAY_SECONDS: '3600' });
    acme = await portal.enterprise('Acme');
    client = clientOf(portal.origin, acme);
    admin = as(acme.user);
    parties = await verifiedAccounts(client, 'one');
    await client.sandbox.credit({ amount: 100_000_000 });
    const [first, second] = [await user('amy', 'payment_approver'), await user('bob', 'payment_approver')];
    adminPage = await portal.signedIn(acme.user);
    amy = { login: first, page: await portal.signedIn(first) };
    bob = { login: second, page: await portal.signedIn(second) };
  });
  afterAll(() => portal?.stop());

  const as = (login: PortalLogin) => new PaymentsClient({ baseUrl: portal.origin, user: login, apiKey: acme.api_key });

  /** A user who has chosen a password already. */
  const user = (name: string, role: Role): Promise<PortalLogin> =>
    userWithPassword(admin, { name: `${name}@acme.example`, role });

  const held = async (reference: string, amount = 1_250_000): Promise<Approval> => {
    const { id } = await client.transfers.create({ ...payout(reference, parties.payee), amount, speed: 'asap' });
    return eventually(`an approval of ${reference}`, async () => {
      const [approval] = await client.approvals.list({ subject_id: id }).toArray();
      return approval ?? false;
    });
  };
  const statusOf = async (reference: string) =>
    (await client.transfers.list({ transfer_reference_id: reference }).toArray())[0]?.status;

  describe('a policy', () => {
    it('is written with its conditions in words, and holds transfers from then on', async () => {
      await portal.visit(adminPage, '/policies');
      await says(adminPage, 'No policies yet');
      await press(adminPage, 'New policy');
      await adminPage.keyboard.type('Large payouts');
      await press(adminPage, 'Save the policy');
      await says(adminPage, 'Complete every condition: enter or choose its value.');
      await replaceText(adminPage, 'input[name="condition-0"]', '10,000.00');
      await press(adminPage, 'Add a condition');
      await adminPage.select('select[name="field-1"]', 'use_case');
      await click(adminPage, 'input[name="condition-1"]');
      await click(adminPage, 'input[name=roles][value=admin]');
      await replaceText(adminPage, 'input[name=required]', '2');
      const { id: small } = await client.transfers.create({ ...payout('small', parties.payee), amount: 999_999 });
      const { id: large } = await client.transfers.create({ ...payout('large', parties.payee), amount: 1_000_000 });
      await press(adminPage, 'Try it on the last 30 days');
      await says(adminPage, 'It would have held 1 of 2 transfers, $10,000.00.');
      expect(await adminPage.$(`dialog a[href$="/transfers/${small}"]`)).toBeNull();
      expect(await adminPage.$(`dialog a[href$="/transfers/${large}"]`)).not.toBeNull();
      await screenshotIfAsked(adminPage, 'policy');
      await press(adminPage, 'Save the policy');
      await says(adminPage, 'The policy is saved.');
      for (const text of ['Amount is at least $10,000.00', 'Use case is Pay out']) await says(adminPage, text);
      await says(adminPage, '2 approvals of Payment approver or Administrator');
      const [policy] = await admin.policies.list();
      expect(policy).toMatchObject({
        ...{ name: 'Large payouts', required: 2, enabled: true, step_up: false, expires_after_hours: 72 },
        conditions: [
          { field: 'amount', operator: 'gte', value: 1_000_000 },
          { field: 'use_case', operator: 'in', value: ['payout'] },
        ],
        approvers: { roles: ['payment_approver', 'admin'] },
      });
      await eventually('the policy holds transfers', async () => {
        const { id } = await client.transfers.create({
          ...payout(`probe-${Math.random()}`, parties.payee),
          ...{ amount: 1_000_000, speed: 'asap' },
        });
        return eventually('it is judged', async () => {
          const { approval, status } = await client.transfers.get(id);
          return approval !== undefined || status !== 'created' ? { isHeld: approval !== undefined } : false;
        }).then(({ isHeld }) => isHeld);
      });
    });

    it('says beside the field what the API refuses', async () => {
      portal.expected.add(400);
      await press(adminPage, 'New policy');
      await replaceText(adminPage, 'input[name=name]', 'Large payouts');
      await replaceText(adminPage, 'input[name="condition-0"]', '1');
      await press(adminPage, 'Save the policy');
      await adminPage.waitForSelector('dialog input[name=name][aria-invalid=true]');
      await click(adminPage, inDialog('Cancel'));
    });
  });

  describe('an approval', () => {
    it('is counted where the user looks, and shows all that helps to judge it', async () => {
      const { id } = await held('vendor-1');
      await portal.visit(amy.page, '/');
      await says(amy.page, /\d+ approvals? waits? for you/);
      await amy.page.waitForSelector('nav a[href$="/approvals"] [title]');
      await portal.visit(amy.page, `/approvals/${id}`);
      await hasHeading(amy.page, 'vendor-1');
      for (const text of ['$12,500.00', '0 of 2 approvals given', 'Northwind Trading LLC', '··7890', 'Verified']) {
        await says(amy.page, text);
      }
      await says(amy.page, 'This account was added less than a week ago.');
      await expectAccessible(amy.page);
      await portal.visit(amy.page, `/transfers?transfer_reference_id=vendor-1`);
      await click(amy.page, '[role=gridcell] a');
      await says(amy.page, 'This transfer waits for approvals.');
    });

    it('is given by two users at once, who both see how it ended, and pays once', async () => {
      const { id } = await held('vendor-2');
      for (const { page } of [amy, bob]) {
        await portal.visit(page, `/approvals/${id}`);
        await page.waitForSelector('::-p-xpath(//main//button[normalize-space()="Approve"])');
        await page.keyboard.press('a');
        await page.waitForSelector('dialog input[name=comment]:focus');
        await page.keyboard.type('Checked against the invoice');
      }
      await Promise.all([amy, bob].map(({ page }) => page.$eval('dialog form', (form) => form.requestSubmit())));
      for (const { page } of [amy, bob]) {
        await says(page, 'Approved');
        await page.bringToFront();
        await click(page, inDialog('Close'));
        await says(page, /vendor-2\s+Approved/);
        await says(page, 'amy@acme.example approved');
        await says(page, 'bob@acme.example approved');
        await says(page, 'Checked against the invoice');
      }
      await eventually('it is paid', async () => (await statusOf('vendor-2')) === 'completed');
      expect(await client.transfers.list({ transfer_reference_id: 'vendor-2' }).toArray()).toHaveLength(1);
    });

    it('is told on the page of its transfer: how far it is, each step in the timeline, and who decided', async () => {
      const { page } = amy;
      const [transfer] = await client.transfers.list({ transfer_reference_id: 'vendor-2' }).toArray();
      await portal.visit(page, `/transfers/${transfer!.id}`);
      for (const text of ['Approved: 2 of 2', 'Approval requested', 'amy@acme.example: Checked against the invoice']) {
        await says(page, text);
      }
      await click(page, '::-p-xpath(//button[@aria-pressed="true"][normalize-space()="Approvals"])');
      await until(page, `!document.body.innerText.includes('Approval requested')`);
      await click(page, '::-p-xpath(//*[@role="tab"][normalize-space()="Approvals"])');
      await says(page, 'bob@acme.example approved');
      await says(page, '2 of 2 approvals given');
    });

    it('is given for several by keyboard alone, and each says what came of it', async () => {
      await held('vendor-3');
      const late = await held('vendor-4');
      await portal.visit(amy.page, '/approvals');
      await says(amy.page, 'vendor-4');
      await tabTo(amy.page, '[role=row]');
      await amy.page.keyboard.press('x');
      await amy.page.keyboard.press('j');
      await amy.page.waitForSelector('[role=row][data-index="1"]:focus');
      await amy.page.keyboard.press('x');
      await says(amy.page, '2 selected');
      // Meanwhile another user rejects one of them.
      await as(bob.login).approvals.reject(late.id, {
        ...{ digest: late.digest, comment: 'unknown vendor' },
      });
      await amy.page.keyboard.press('a');
      await amy.page.waitForSelector('dialog input[name=comment]:focus');
      await amy.page.keyboard.press('Enter');
      await says(amy.page, 'It is closed: others have decided, or it has expired.');
      await says(amy.page, /vendor-3[^]*Approved/);
      await click(amy.page, inDialog('Close'));
      await eventually('the rejected one fails', async () => (await statusOf('vendor-4')) === 'failed');
    });

    it('says that the account has changed since, and is not given for anything but what was shown', async () => {
      const { id, digest } = await held('vendor-6');
      await portal.visit(amy.page, `/approvals/${id}`);
      await hasHeading(amy.page, 'vendor-6');
      const { account_reference_id } = parties.payee;
      const [theirs] = await client.accounts.list({ account_reference_id }).toArray();
      await client.accounts.update(theirs!.id, { account_holder_name: 'Northwind Trading Company' });
      await says(amy.page, 'The account details have since changed.');
      await says(amy.page, /What is paid[^]*The account now[^]*Northwind Trading LLC\s+Northwind Trading Company/);
      await says(amy.page, /changed .* by /);
      await amy.page.evaluate(`(${OTHER_DIGEST})(${JSON.stringify(digest)})`);
      await press(amy.page, 'Approve');
      await click(amy.page, inDialog('Approve $12,500.00'));
      await says(amy.page, 'It has changed since you looked. Open it again before you decide.');
      await click(amy.page, inDialog('Close'));
      expect(await client.approvals.get(id)).toMatchObject({ status: 'pending', decisions: [] });
    });

    it('is rejected only with a comment', async () => {
      const { id } = await held('vendor-5');
      await portal.visit(bob.page, `/approvals/${id}`);
      await bob.page.waitForSelector('::-p-xpath(//main//button[normalize-space()="Reject"])');
      await bob.page.keyboard.press('r');
      await bob.page.waitForSelector('dialog input[name=comment]:focus');
      await bob.page.keyboard.press('Enter');
      expect(await bob.page.$(inDialog('Reject $12,500.00'))).toBeNull();
      await bob.page.keyboard.type('no invoice');
      await bob.page.keyboard.press('Enter');
      await says(bob.page, 'Rejected');
      await click(bob.page, inDialog('Close'));
      await says(bob.page, 'no invoice');
      await eventually('it fails', async () => (await statusOf('vendor-5')) === 'failed');
    });

    it('cannot be given by whoever made the transfer: the button is off, and the API refuses, too', async () => {
      await portal.visit(adminPage, '/transfers/new?amount=20000');
      await payTo(adminPage);
      await replaceText(adminPage, 'input[name=reference]', 'my-own');
      await chord(adminPage, 'Control', 'Enter');
      await press(adminPage, 'Send $20,000.00');
      await hasHeading(adminPage, 'my-own');
      await click(adminPage, '::-p-xpath(//a[normalize-space()="Show the approval"])');
      await says(adminPage, 'You made this. Another user must decide.');
      await adminPage.waitForSelector('::-p-xpath(//main//button[normalize-space()="Approve" and @disabled])');
      const id = adminPage.url().split('/').at(-1)!;
      const { digest } = await client.approvals.get(id);
      await expect(admin.approvals.approve(id, { digest })).rejects.toThrow(/^own_approval_forbidden/);
    });

    it('asks for the second factor where the policy wants it, and says so to a user who has none', async () => {
      portal.expected.add(403);
      const [policy] = await admin.policies.list();
      const { id: policyId, name, applies_to, conditions, approvers } = policy!;
      await admin.policies.replace(policyId, {
        ...{ name, applies_to, conditions, approvers, required: 1, step_up: true, enabled: true },
      });
      const { id } = await eventually('the changed policy holds', async () => {
        const approval = await held(`strict-${Math.random()}`);
        return approval.policies[0]!.required === 1 && approval;
      });
      await portal.visit(amy.page, `/approvals/${id}`);
      await press(amy.page, 'Approve');
      await click(amy.page, inDialog('Approve $12,500.00'));
      await says(amy.page, 'It needs a code of your second factor. Set one up in the account menu first.');
      await click(amy.page, inDialog('Close'));

      // The new factor ends the token of the page: what it reads before it has the next one is refused, and read again.
      portal.expected.add(401);
      const secret = await enroll(bob.page);
      await portal.forgetProofs();
      await portal.database.query('UPDATE auth.users SET totp_last_step = 0 WHERE totp_last_step IS NOT NULL');
      await portal.open(bob.page, `/approvals/${id}`);
      portal.expected.delete(401);
      await press(bob.page, 'Approve');
      await click(bob.page, inDialog('Approve $12,500.00'));
      await prove(bob.page, codeOf(secret));
      await says(bob.page, 'Approved');
      await click(bob.page, inDialog('Close'));
      await says(bob.page, 'bob@acme.example approved');
    });
  });

  it('has whoever approves a change of a control give the password again, also without a second factor', async () => {
    const login = await userWithPassword(admin, { name: 'cara@acme.example', role: 'admin' });
    await admin.portal.updateSettings({ dual_control: true });
    const { approval } = await admin.portal.updateSettings({ dual_control: false });
    const page = await portal.signedIn(login);
    await portal.forgetProofs();
    await portal.open(page, `/approvals/${approval!.id}`);
    await press(page, 'Approve');
    await click(page, inDialog('Approve'));
    await prove(page, login.password);
    await says(page, 'Approved');
    expect(await admin.portal.settings()).toMatchObject({ dual_control: false });
    await page.browserContext().close();
  });

  const codeOf = (secret: string) => totpCode(fromBase32(secret), stepAt(new Date()));

  /** @returns the secret of the second factor */
  async function enroll(page: Page): Promise<string> {
    await portal.open(page, '/second-factor');
    await press(page, 'Begin');
    await page.waitForSelector('main svg[role=img] path[d^=M]');
    const secret = await (await page.waitForSelector('main pre'))!.evaluate((shown) => shown.textContent);
    await click(page, 'input[type=checkbox]');
    await replaceText(page, 'input[name=code]', codeOf(secret));
    await press(page, 'Confirm');
    await says(page, 'Your second factor is set up.');
    return secret;
  }

  describe('the tools of the sandbox', () => {
    it('let the days of a hold pass, and the open page of the transfer follows', async () => {
      const { id } = await client.transfers.create(directDebit('debit-1', parties.payer));
      const open = await portal.newPage(adminPage.browserContext());
      await portal.open(open, `/transfers/${id}`);
      await says(open, /debit-1\s+Pending/);
      await portal.visit(adminPage, '/sandbox');
      await press(adminPage, '+5 banking days');
      await says(adminPage, 'The banking clock shows');
      await says(open, /debit-1\s+Settled/);
      await open.close();
    });

    it('move the clock to a time', async () => {
      const { banking_time } = await client.sandbox.clock();
      const target = new Date(Date.parse(banking_time) + 2 * 86_400_000);
      target.setSeconds(0, 0);
      const local = new Date(target.getTime() - target.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
      await adminPage.evaluate(`document.querySelector('input[name=to]').value = '${local}'`);
      await click(adminPage, '::-p-xpath(//form[.//input[@name="to"]]//button)');
      await eventually('the clock is there', async () => {
        const clock = await client.sandbox.clock();
        return clock.banking_time >= target.toISOString();
      });
    });

    it('add money, and decide how a transfer ends', async () => {
      const { balance } = await client.ledger.balance();
      await replaceText(adminPage, 'input[name=amount]', '1,234.56');
      await press(adminPage, 'Add');
      await says(adminPage, '$1,234.56 is added to the balance.');
      expect((await client.ledger.balance()).balance.available).toBe(balance.available + 123_456);
      const { id } = await client.transfers.create({ ...payout('ends-badly', parties.payee), speed: 'standard' });
      await portal.visit(adminPage, `/sandbox?transfer=${id}`);
      await replaceText(adminPage, 'input[name=code]', 'r03');
      await press(adminPage, 'Set the outcome');
      await says(adminPage, 'The outcome is set.');
      await eventually('it fails', async () => {
        await client.sandbox.advance({ banking_days: 1 });
        return (await statusOf('ends-badly')) === 'failed';
      });
      await click(adminPage, 'a[aria-label="Make one that ends in 01 cents"]');
      await hasHeading(adminPage, 'New transfer');
      expect(await adminPage.$eval('input[name=amount]', ({ value }) => value)).toBe('10.01');
    });
  });

  it('gives a client all scopes that a client can have', async () => {
    // Whoever has just signed in is not asked for the password again.
    const page = await portal.signedIn(acme.user);
    await portal.visit(page, '/developers');
    await press(page, 'New client');
    await press(page, 'Create the client');
    await says(page, 'Client secret');
    await click(page, 'dialog input[type=checkbox]');
    await press(page, 'Close');
    await page.browserContext().close();
  });

  it.each(ROLES)(
    'shows the role %s no page or action that the API would refuse, nor a number in full',
    async (role) => {
      const page = await portal.signedIn(await user(`only-${role.replace('_', '-')}`, role));
      const refused: string[] = [];
      page.on('response', (answer) => {
        if (answer.status() === 403) refused.push(answer.url());
      });
      const wrong: string[] = [];
      for (const [path, roles] of Object.entries(ROLE_PAGES)) {
        const may = roles.includes(role);
        const before = refused.length;
        await portal.visit(page, path);
        const isInNavigation =
          (await page.$(`nav[aria-label="Main navigation"] a[href$="/portal/app${path}"]`)) !== null;
        const isForbidden = (await textOf(page)).includes('Your role cannot see this');
        if (isForbidden === may) wrong.push(`${path} is ${may ? 'not ' : ''}shown`);
        if (isInNavigation !== may && !NOT_IN_BAR.includes(path))
          wrong.push(`${path} is ${may ? 'not ' : ''}in the side bar`);
        if (may && refused.length > before) wrong.push(`${path} asks for ${refused.slice(before).join(' ')}`);
        if ((await page.content()).includes(NUMBER)) wrong.push(`${path} shows an account number in full`);
        if (role !== 'read_only' || !may) continue;
        const actions = await page.$$eval(ACTIONS, (all) =>
          all.flatMap((each) => (each.closest('[role=tablist], search') ? [] : [each.textContent.trim()])),
        );
        wrong.push(...actions.filter((action) => !HARMLESS.test(action)).map((action) => `${path} offers ${action}`));
      }
      expect(wrong).toEqual([]);
      const { account_reference_id } = parties.payee;
      const [theirs] = await client.accounts.list({ account_reference_id }).toArray();
      const [transfer] = await client.transfers.list({ transfer_reference_id: 'vendor-2' }).toArray();
      await portal.visit(page, `/transfers/${transfer!.id}`);
      await hasHeading(page, 'vendor-2');
      expect(await page.content()).not.toContain(NUMBER);
      await portal.visit(page, `/accounts/${theirs!.id}`);
      await says(page, `··${NUMBER.slice(-4)}`);
      expect(await page.content()).not.toContain(NUMBER);
      if (role === 'developer') await expectNoNewTransfer(page);
      await page.browserContext().close();
    },
  );

  /** No button, no key, no command and no page. */
  const expectNoNewTransfer = async (page: Page) => {
    await portal.visit(page, '/transfers');
    await page.waitForSelector('[role=row]');
    expect(await page.$('a[href$="/transfers/new"]')).toBeNull();
    await page.keyboard.type('n');
    await chord(page, 'Control', 'k');
    await page.waitForSelector('dialog[open] [role=combobox]');
    await page.keyboard.type('new');
    await says(page, 'Nothing matches.');
    await page.keyboard.press('Escape');
    await hasHeading(page, 'Transfers');
    await portal.visit(page, '/transfers/new');
    await says(page, 'Your role cannot see this');
  };

  it('stops the open page of a user who is disabled within seconds', async () => {
    portal.expected.add(401);
    const login = await user('leaver', 'read_only');
    const page = await portal.signedIn(login, '/transfers');
    await admin.portal.disableUser(login.name);
    await client.transfers.create(payout('after-the-end', parties.payee));
    await until(page, `document.querySelector('h1')?.textContent === 'Sign in'`);
    await page.browserContext().close();
  });
});
