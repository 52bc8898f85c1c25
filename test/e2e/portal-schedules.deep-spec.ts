import { PaymentsClient } from '@payments/client';
import type { NewSchedule } from '@payments/client';
import type { Page } from 'puppeteer-core';
import { userWithPassword } from '../support/chosen-password.js';
import { partyOf, payout } from '../support/e2e/bodies.js';
import type { Party } from '../support/e2e/bodies.js';
import { clientOf } from '../support/e2e/client.js';
import { expectGoodPage } from '../support/e2e/page-audit.js';
import { verifiedAccounts } from '../support/e2e/parties.js';
import { describeInChromium, PortalBrowser } from '../support/e2e/portal-browser.js';
import type { PortalEnterprise } from '../support/e2e/portal-browser.js';
import {
  chord,
  click,
  hasHeading,
  inDialog,
  payTo,
  press,
  replaceText,
  says,
  screenshotIfAsked,
  tabTo,
  textOf,
  until,
} from '../support/e2e/portal-page.js';
import { guards } from '../support/guards.js';

guards('apps/portal/src/api', 'apps/portal/src/app', 'apps/portal/src/ui', 'apps/portal/src/pages/schedules');

const NEXT_YEAR = new Date().getFullYear() + 1;
const PAGES = { schedules: '/schedules', schedule: '/schedules/:id', 'new schedule': '/schedules/new' } as const;

/** `Tue, Jan 2, 2029`, as the portal writes a day. */
const inWords = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', {
    ...{ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' },
    timeZone: 'UTC',
  });

describeInChromium('schedules in the portal', () => {
  let portal: PortalBrowser;
  let acme: PortalEnterprise;
  let client: PaymentsClient;
  let payee: Party;
  let page: Page;
  let id: string;

  const aSchedule = (reference: string, changes: Partial<NewSchedule> = {}): NewSchedule => {
    const { transfer_reference_id: _, ...payment } = payout('', payee);
    const dates = { recurrence: 'FREQ=MONTHLY', start_date: `${NEXT_YEAR}-07-01` };
    return { ...payment, ...dates, schedule_reference_id: reference, ...changes } as NewSchedule;
  };
  const stored = async (reference: string) =>
    (await client.schedules.list({ schedule_reference_id: reference }).toArray())[0];
  /** The days that the page names as the next ones, with what it says of each. */
  const days = () => page.$$eval('main ol li', (all) => all.map((day) => day.innerText.replaceAll(/\s+/g, ' ')));

  /** The days of a rule as the page should name them, by the API. */
  async function shownBy(question: Parameters<PaymentsClient['schedules']['preview']>[0]): Promise<string[]> {
    const { occurrences, payment_dates } = await client.schedules.preview({ ...question, occurrence_count: 5 });
    return occurrences.map((date, place) => {
      const paid = payment_dates![place]!;
      return [inWords(paid), ...(paid === date ? [] : [`instead of ${inWords(date)}, when banks are closed`])].join(
        ' ',
      );
    });
  }

  async function write(reference: string, changes: Readonly<Record<string, string>> = {}): Promise<void> {
    await portal.visit(page, '/schedules');
    await portal.visit(page, '/schedules/new');
    await payTo(page);
    await replaceText(page, 'input[name=amount]', changes['amount'] ?? '10');
    await replaceText(page, 'input[name=schedule_reference_id]', reference);
    await page.$eval('input[name=start_date]', (field) => field.focus());
    await page.keyboard.type(`0701${NEXT_YEAR}`);
  }

  beforeAll(async () => {
    portal = await PortalBrowser.start();
    portal.expected.add(400).add(409);
    acme = await portal.enterprise('Acme');
    client = clientOf(portal.origin, acme);
    payee = (await verifiedAccounts(client, 'one')).payee;
    page = await portal.signedIn(acme.user);
  });
  afterAll(() => portal?.stop());

  it('say what they are for as long as there are none', async () => {
    await portal.visit(page, '/schedules');
    await says(page, 'No schedules yet');
  });

  it('are written by keyboard alone, while the form shows the next five days and those that move', async () => {
    await portal.visit(page, '/schedules');
    await tabTo(page, 'main a[href$="/schedules/new"]');
    await page.keyboard.press('Enter');
    await hasHeading(page, 'New schedule');
    await says(page, 'Choose the first day to see when it pays.');
    await tabTo(page, 'input[name=destination]');
    await page.keyboard.type('business');
    await page.keyboard.press('Enter');
    await tabTo(page, 'input[name=amount]');
    await page.keyboard.type('1,250.00');
    await tabTo(page, 'input[name=start_date]');
    await page.keyboard.type(`0701${NEXT_YEAR}`);
    await tabTo(page, 'select[name=repeat]');
    await page.keyboard.type('By');
    await tabTo(page, 'input[name=recurrence]');
    const question = { start_date: `${NEXT_YEAR}-07-01`, recurrence: 'FREQ=WEEKLY;BYDAY=SU' } as const;
    await page.keyboard.type(question.recurrence);
    await says(page, 'Weekly on Sunday');
    const moved = await shownBy({ ...question, speed: 'standard' });
    expect(moved).toHaveLength(5);
    expect(moved[0]).toContain('when banks are closed');
    expect(await days()).toEqual(moved);
    await screenshotIfAsked(page, 'new-schedule');
    // Instant payments keep their days.
    await page.$eval('input[name=speed][value=asap]', (radio) => radio.focus());
    await page.keyboard.press('Space');
    await until(page, `!document.body.innerText.includes('when banks are closed')`);
    expect(await days()).toEqual(await shownBy({ ...question, speed: 'asap' }));
    await tabTo(page, 'input[name=schedule_reference_id]');
    await page.keyboard.type('allowance');
    await chord(page, 'Control', 'Enter');
    await says(page, 'Create the schedule allowance?');
    for (const text of ['$1,250.00', 'Weekly on Sunday', (await days())[0]!]) await says(page, text);
    await tabTo(page, 'dialog[open] button:last-of-type:not([aria-label])');
    await page.keyboard.press('Enter');
    await hasHeading(page, 'allowance');
    expect(await stored('allowance')).toMatchObject({
      ...question,
      amount: 125_000,
      speed: 'asap',
      destination: partyOf(payee),
    });
  });

  it('name what is missing, and what the API refuses beside its field', async () => {
    await portal.visit(page, '/schedules');
    await portal.visit(page, '/schedules/new');
    await press(page, 'Review');
    for (const text of ['Choose the account to pay to.', 'Enter a reference.', 'Choose the first day.'])
      await says(page, text);
    await write('allowance');
    await press(page, 'Review');
    await click(page, inDialog('Create the schedule'));
    await page.waitForSelector('input[name=schedule_reference_id][aria-invalid=true]');
    await says(page, 'A schedule with this reference already exists.');
    await page.$eval('input[name=last]', (field) => field.focus());
    await page.keyboard.type(`0630${NEXT_YEAR}`);
    await says(page, 'This rule cannot be used, or no date matches it.');
  });

  it('ask for a large amount once more', async () => {
    await write('large', { amount: '100,000' });
    await press(page, 'Review');
    await page.waitForSelector('dialog[open] input[name=typed]');
    expect(await page.$(inDialog('Create the schedule'))).toBeNull();
    await replaceText(page, 'dialog[open] input[name=typed]', '100000.00');
    await click(page, inDialog('Create the schedule'));
    await hasHeading(page, 'large');
    expect(await stored('large')).toMatchObject({ amount: 10_000_000, recurrence: 'FREQ=MONTHLY' });
  });

  it('show on their page the next five days, from the next payment on', async () => {
    const sundays = { recurrence: 'FREQ=WEEKLY;BYDAY=SU', speed: 'standard' } as const;
    const made = await client.schedules.create(aSchedule('sundays', sundays));
    id = made.id;
    await portal.visit(page, `/schedules/${id}`);
    const { start_date, next_payment_date: from_date } = made;
    const next = await shownBy({ ...sundays, start_date, from_date });
    await says(page, next[4]!.split(' instead')[0]!);
    expect(await days()).toEqual(next);
    expect(next[0]).toContain(inWords(from_date));
  });

  it('say while they are paused that their dates are skipped, and show none once they have ended', async () => {
    await portal.visit(page, `/schedules/${id}`);
    await press(page, 'Pause');
    await click(page, inDialog('Pause'));
    await says(page, 'While it is paused, its dates are skipped.');
    await press(page, 'End for good');
    await click(page, inDialog('End for good'));
    await says(page, 'The schedule has ended.');
    await until(page, `!document.body.innerText.includes('Next dates')`);
  });

  it('are only looked at by users who may only read', async () => {
    const admin = new PaymentsClient({ baseUrl: portal.origin, user: acme.user, apiKey: acme.api_key });
    const login = await userWithPassword(admin, { name: 'reader@acme.example', role: 'read_only' });
    const reader = await portal.signedIn(login);
    const { id: large } = (await stored('large'))!;
    for (const path of ['/schedules', `/schedules/${large}`]) {
      await portal.visit(reader, path);
      const offered = await reader.$$eval('main header button, main a[href*="/new"]', (all) => all.length);
      expect([path, offered]).toEqual([path, 0]);
    }
    await says(reader, 'Next dates');
    await portal.visit(reader, '/schedules/new');
    await says(reader, 'Your role cannot see this');
    await reader.browserContext().close();
  });

  it.each(Object.keys(PAGES) as (keyof typeof PAGES)[])(
    'load the page "%s" with few requests, without a fault of accessibility, and within 320 pixels',
    async (name) => {
      const path = PAGES[name].replace(':id', (await stored('allowance'))!.id);
      await expectGoodPage(page, () => portal.open(page, path));
      expect(await textOf(page)).not.toContain('This could not be loaded');
    },
  );
});
