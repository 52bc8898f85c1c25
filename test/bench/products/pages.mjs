// The portal in Chromium: when its pages are painted, how soon it answers keys, and what it holds of long lists and of many events.
import { appendFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { fill } from '../growth.mjs';
import { median, newReference, progress } from '../load.mjs';
import { ask, transfer } from '../party.mjs';
import { openWorld } from './world.mjs';

const CHROMIUM = '/usr/bin/chromium';
/** Bytes a second. */
const TEN_MBIT = 10_000_000 / 8;
const SLOWER = 4;
const MOST_WAIT_MS = 120_000;
/** Without requests for so long a page shows what it has to show. */
const QUIET_MS = 500;
const FILE_ROWS = 100_000;
const KEYS = 20;
/** Of an hour with 20 a second. */
const MANY_EVENTS = 72_000;
const HELD_EVENTS = 500;
const MB = 1_000_000;

/** Notes in the page when most of it was painted, and how long the slowest key was waited for. */
const OBSERVE = `{
  const seen = { paint: 0, keys: 0, slowest: 0 };
  globalThis.seen = seen;
  const observe = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  observe('largest-contentful-paint', ({ startTime }) => { seen.paint = startTime; });
  addEventListener('keydown', () => { seen.keys += 1; }, true);
  observe('event', ({ name, duration }) => {
    if (name.startsWith('key')) seen.slowest = Math.max(seen.slowest, duration);
  }, { durationThreshold: 16 });
}`;

/** Scrolls to a row as a person does, by parts of a window. @returns the longest that a row in sight had no content, in ms */
const SCROLL = `async (rows, direction) => {
  const isInSight = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 100 && top < innerHeight;
  };
  const all = (which) => [...document.querySelectorAll('[role=row]' + which)];
  const last = () => Math.max(...all('').map((row) => Number(row.getAttribute('aria-rowindex'))));
  let blankMs = 0;
  let blankSince;
  while (direction === 1 ? last() < rows : scrollY > 0) {
    scrollBy(0, direction * 400);
    await new Promise((drawn) => setTimeout(drawn, 16));
    const isBlank = all('[aria-busy]').some(isInSight);
    blankSince = isBlank ? (blankSince ?? performance.now()) : undefined;
    if (isBlank) blankMs = Math.max(blankMs, performance.now() - blankSince);
  }
  return blankMs;
}`;

/** Puts a stream of events in the place of the service's; `feed` writes so many of them. */
const STREAM = `{
  const ask = globalThis.fetch;
  const encoder = new TextEncoder();
  let sent = 0;
  const event = () => 'id: ' + ++sent + '\\nevent: transfer_updated\\ndata: ' +
    JSON.stringify({ resource_type: 'transfer', resource_id: crypto.randomUUID(), sequence: 1 }) + '\\n\\n';
  globalThis.fetch = async (request, init) => {
    if (!String(request.url ?? request).includes('/deliver/events/stream')) return ask(request, init);
    const start = (stream) => {
      globalThis.feed = async (count) => {
        for (let left = count; left > 0; left -= 4_000) {
          stream.enqueue(encoder.encode(Array.from({ length: Math.min(4_000, left) }, event).join('')));
          await new Promise((next) => setTimeout(next, 50));
        }
      };
    };
    return new Response(new ReadableStream({ start }), { headers: { 'content-type': 'text/event-stream' } });
  };
}`;
const TAIL = 'document.querySelectorAll(\'ol[aria-label="Live tail"] li\').length';

/** @returns `figures`: what was measured beside its target, of a portal whose enterprise has so many transfers */
export async function measurePages(stage, { rows, rounds }) {
  // The pages are at the address that the service has without a gateway.
  const address = { PUBLIC_BASE_URL: undefined, PUBLIC_VAULT_URL: undefined };
  const world = await openWorld(stage, 'pages', { SANDBOX_DAY_SECONDS: '36000', ...address });
  const enterprise = await world.enterprise();
  const { transfer: first } = await create(enterprise);
  await world.settle();
  await fill(world.database, enterprise.enterprise_id, rows);
  await world.startWorker();
  const browser = await puppeteer.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  stage.closes(() => browser.close());
  const portal = new Portal(browser, enterprise);
  const page = await portal.signedIn();
  const paints = [];
  for (const path of ['/', '/transfers', `/transfers/${first.id}`]) {
    paints.push(await medianOf(rounds, () => paintOf(portal, page, path)));
  }
  const figures = [
    ['The slowest of three pages is painted after', Math.max(...paints), 1_200, 'ms'],
    [
      'The first page of a browser, at a quarter of the speed behind 10 Mbit/s and 40 ms',
      await medianOf(rounds, () => firstPaint(portal)),
      2_500,
      'ms',
    ],
    [
      'The slowest key in a list and a form, at a quarter of the speed',
      await medianOf(rounds, () => slowestKey(portal, page)),
      200,
      'ms',
    ],
    ['A new payout is shown after', await medianOf(rounds, () => shownAfter(portal, page, enterprise)), 2_000, 'ms'],
    ...(await longList(portal, page, rows)),
    [`Memory that ${MANY_EVENTS.toLocaleString('en-US')} events take`, await memoryOfEvents(portal, page), 20, 'MB'],
    // The worker goes on with the file, so nothing is measured after it.
    [
      `The slowest key while a file of ${FILE_ROWS.toLocaleString('en-US')} rows is sent`,
      await keysBesideFile(stage, portal, page),
      200,
      'ms',
    ],
  ];
  return { rows, figures: figures.map(([figure, value, most, unit]) => ({ figure, value, most, unit })) };
}

/** The pages of the portal, for its first user. */
class Portal {
  constructor(browser, { url, user }) {
    this.browser = browser;
    this.user = user;
    this.origin = `http://localhost:${new URL(url).port}`;
  }

  async newPage(context = this.browser.defaultBrowserContext()) {
    const page = await context.newPage();
    page.setDefaultTimeout(MOST_WAIT_MS);
    await page.setViewport({ width: 1280, height: 800 });
    await page.evaluateOnNewDocument(OBSERVE);
    return page;
  }

  async open(page, path = '/') {
    await page.bringToFront();
    await page.goto(`${this.origin}/portal/app${path}`);
    // The stream of events stays open.
    await page.waitForNetworkIdle({ idleTime: QUIET_MS, concurrency: 1 });
    await until(page, 'globalThis.seen.paint > 0');
  }

  async signedIn() {
    const page = await this.newPage();
    await this.open(page);
    await page.type('input[name=name]', this.user.name);
    await page.type('input[name=password]', this.user.password);
    await page.keyboard.press('Enter');
    await page.waitForSelector('nav[aria-label="Main navigation"]');
    return page;
  }
}

/** Not by its frames, which a page in the background does not draw. */
const until = (page, expression) => page.waitForFunction(expression, { polling: 25 });
const create = ({ url, headers }) =>
  ask(url, 'POST', '/deliver/transfers', { headers, body: transfer(newReference()) });

async function medianOf(rounds, measure) {
  const values = [];
  for (let round = 0; round < rounds; round += 1) values.push(await measure());
  progress(`pages  ${values.map(Math.round).join(', ')} ms`);
  return median(values);
}

async function paintOf(portal, page, path) {
  await portal.open(page, path);
  return page.evaluate('globalThis.seen.paint');
}

/** With an empty cache, as somebody has who comes for the first time. */
async function firstPaint(portal) {
  const context = await portal.browser.createBrowserContext();
  const page = await portal.newPage(context);
  await page.emulateCPUThrottling(SLOWER);
  await page.emulateNetworkConditions({ download: TEN_MBIT, upload: TEN_MBIT, latency: 40 });
  const paint = await paintOf(portal, page, '/');
  await context.close();
  return paint;
}

async function slowestKey(portal, page) {
  let slowest = 0;
  for (const [path, selector, keys] of [
    ['/transfers', '[role=grid] [role=row][tabindex]', [...'jjjjjjjj', 'Space']],
    ['/transfers/new', 'input[name=amount]', [...'1,250.00']],
  ]) {
    await portal.open(page, path);
    await page.emulateCPUThrottling(SLOWER);
    await (await page.waitForSelector(selector)).focus();
    for (const key of keys) await page.keyboard.press(key);
    slowest = Math.max(slowest, await answered(page, keys.length));
    await page.emulateCPUThrottling(1);
  }
  return slowest;
}

/** Once the page has seen them. */
async function answered(page, keys) {
  await until(page, `globalThis.seen.keys >= ${keys}`);
  await sleep(QUIET_MS);
  return page.evaluate('globalThis.seen.slowest');
}

async function keysBesideFile(stage, portal, page) {
  const file = stage.write('many.csv', `${Object.keys(row()).join(',')}\n`);
  appendFileSync(file, Array.from({ length: FILE_ROWS }, () => Object.values(row()).join(',')).join('\n'));
  await portal.open(page, '/bulk/new');
  await (await page.waitForSelector('input[type=file]')).uploadFile(file);
  await until(page, `document.querySelector('input[name=bulk_reference_id]').value === 'many'`);
  await (await page.waitForSelector('::-p-xpath(//button[normalize-space()="Upload" and not(@disabled)])')).click();
  let keys = 0;
  for (; keys < KEYS || (await page.$('main header [data-tone]')) === null; keys += 1) await page.keyboard.press('Tab');
  const slowest = await answered(page, keys);
  await until(page, `document.querySelector('main header [data-tone]')?.textContent !== 'Uploading'`);
  return slowest;
}

function row() {
  const { destination, amount, currency, speed } = transfer('');
  return {
    ...{ transfer_reference_id: newReference(), amount, currency, speed },
    destination_customer_reference_id: destination.customer_reference_id,
    destination_account_reference_id: destination.account_reference_id,
  };
}

async function shownAfter(portal, page, enterprise) {
  await portal.open(page);
  await until(page, `document.body.innerText.includes('Live')`);
  const { transfer: created } = await create(enterprise);
  const begun = performance.now();
  const shown = JSON.stringify(created.transfer_reference_id);
  await until(page, `document.body.innerText.includes(${shown})`);
  return performance.now() - begun;
}

async function longList(portal, page, rows) {
  await portal.open(page, '/transfers');
  const down = await page.evaluate(`(${SCROLL})(${rows}, 1)`);
  const up = await page.evaluate(`(${SCROLL})(0, -1)`);
  const list = `a list of ${rows.toLocaleString('en-US')} transfers is scrolled`;
  return [
    [`The longest that a row is blank while ${list}`, Math.max(down, up), 300, 'ms'],
    [`Memory of the page when ${list}`, (await heapOf(page)) / MB, 150, 'MB'],
  ];
}

async function memoryOfEvents(portal, page) {
  await page.evaluateOnNewDocument(STREAM);
  await portal.open(page, '/webhooks');
  await until(page, 'globalThis.feed !== undefined');
  const fed = async (count) => {
    await page.evaluate(`feed(${count})`);
    await until(page, `${TAIL} === ${HELD_EVENTS}`);
    return heapOf(page);
  };
  // What comes before the tail listens is not in it.
  while ((await page.evaluate(TAIL)) === 0) await page.evaluate('feed(1)');
  const before = await fed(2 * HELD_EVENTS);
  return Math.max(0, (await fed(MANY_EVENTS)) - before) / MB;
}

/** Bytes that are in use. */
async function heapOf(page) {
  const session = await page.createCDPSession();
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  return (await page.metrics()).JSHeapUsedSize;
}
