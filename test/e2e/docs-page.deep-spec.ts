import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import type { Browser, HTTPRequest, Page } from 'puppeteer-core';
import puppeteer from 'puppeteer-core';
import { parse } from 'yaml';
import { TAGS } from '../../apps/api/src/description/texts.js';
import { newEnterprise } from '../support/e2e/enterprise.js';
import { freePorts, portSettings } from '../support/e2e/free-ports.js';
import { Program } from '../support/e2e/program.js';
import { bearerOf, raw } from '../support/e2e/raw.js';
import { guards } from '../support/guards.js';

guards('apps/api/src', 'libs/http/src/web-app');

const CHROMIUM = '/usr/bin/chromium';
const isThere = existsSync(CHROMIUM);
if (!isThere) process.stdout.write(`the page of the description is not looked at: there is no ${CHROMIUM}\n`);

interface Description {
  readonly info: { readonly description: string };
  readonly servers: readonly { readonly url: string }[];
}

const leaveOut = (name: string) => it(`${name} is not looked at without chromium`, () => undefined);

(isThere ? describe : leaveOut)('the page at /docs', () => {
  let database: TestDatabase;
  let api: Program;
  let browser: Browser;
  let page: Page;
  let origin: string;
  let token: string;
  const asked: string[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase({});
    const ports = await freePorts();
    const settings = { ...database.environment, ...portSettings(ports) };
    api = new Program('api', { settings });
    origin = `http://localhost:${ports.api}`;
    await api.answers(`${origin}/health/ready`);
    const { authorization } = await bearerOf(origin, await newEnterprise(settings, 'Acme'));
    token = authorization.slice('Bearer '.length);
    browser = await puppeteer.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox'],
      timeout: 0,
      protocolTimeout: 0,
    });
    page = await browser.newPage();
    // The one limit is that of the test.
    page.setDefaultTimeout(0);
    await page.setViewport({ width: 1280, height: 1600 });
    page.on('request', (request: HTTPRequest) => asked.push(request.url()));
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.goto(`${origin}/docs`, { waitUntil: 'networkidle0' });
  });

  afterAll(async () => {
    await browser?.close();
    await api?.stop('SIGTERM');
    await database?.drop();
  });

  it('shows every group of operations, in the order in which a reader needs them', async () => {
    const shown = await page.$$eval('.opblock-tag', (tags) => tags.map((tag) => tag.getAttribute('data-tag')));
    const paths = TAGS.map(({ name }) => name);
    expect(paths.filter((name) => shown.includes(name))).toEqual(paths);
    expect(shown.filter((name) => name !== 'Events')).toEqual(paths.filter((name) => name !== 'Events'));
    expect(await page.$eval('.info', (info) => info.textContent)).toContain('The first request');
  });

  it('serves the published document as JSON and YAML, with this service’s URLs', async () => {
    const ask = async (path: string) => (await raw(`${origin}${path}`)).text;
    const json = JSON.parse(await ask('/openapi.json')) as Description;
    const kept = JSON.parse(
      readFileSync(join(__dirname, '../../docs/reference/openapi.generated.json'), 'utf8'),
    ) as Description;
    const description = kept.info.description.replaceAll(kept.servers[0]!.url, origin);
    expect(json).toEqual({ ...kept, info: { ...kept.info, description }, servers: json.servers });
    expect(json.servers.map(({ url }) => url)).toEqual([origin, expect.stringContaining('http://localhost:')]);
    expect(parse(await ask('/openapi.yaml'))).toEqual(json);
  });

  it.each(['localhost', '127.0.0.1'])('opened at %s runs an operation there, the version filled in', async (host) => {
    const opened = origin.replace('localhost', host);
    asked.length = 0;
    await page.goto(`${opened}/docs`, { waitUntil: 'networkidle0' });
    await page.click('.btn.authorize');
    await (await page.waitForSelector('.auth-container input[aria-label="auth-bearer-value"]'))!.focus();
    // Pasted, as by anybody: one key after the other takes seconds.
    await page.keyboard.sendCharacter(token);
    await page.click('.auth-btn-wrapper .authorize');
    await page.click('.auth-btn-wrapper .btn-done');
    await page.click('.opblock-tag[data-tag="Persons"]');
    await (await page.waitForSelector('#operations-Persons-listPersons .opblock-summary-control'))!.click();
    const execute = await page.waitForSelector('#operations-Persons-listPersons .execute');
    await execute!.click();
    const live = await page.waitForSelector(
      '#operations-Persons-listPersons .live-responses-table tbody .response-col_status',
    );
    expect(await live!.evaluate((cell) => cell.textContent)).toMatch(/^200/);
    expect(await page.$eval('.curl-command', (command) => command.textContent)).toContain(`${opened}/deliver/persons`);
    expect(asked.filter((url) => url.startsWith(`${opened}/deliver/persons`))).toHaveLength(1);
    expect(asked.filter((url) => !url.startsWith(opened) && !url.startsWith('data:'))).toEqual([]);
  });

  it('complains of nothing', () => expect(complaints).toEqual([]));
});
