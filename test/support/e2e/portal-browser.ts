import { existsSync } from 'node:fs';
import { createTestDatabase, eventually, LONGEST_WAIT_MS } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import type { BrowserContext, Browser, HTTPRequest, Page } from 'puppeteer-core';
import puppeteer from 'puppeteer-core';
import type { Credentials } from '../../../apps/cli/src/support/enterprise.js';
import { describeUnlessMissing } from '../skip-unless.js';
import { newEnterprise } from './enterprise.js';
import { freePorts, portSettings } from './free-ports.js';
import { signIn } from './portal-page.js';
import type { PortalLogin } from './portal-page.js';
import { Program } from './program.js';

const CHROMIUM = '/usr/bin/chromium';
const SETTINGS = { SANDBOX_DAY_SECONDS: '0.2', WEBHOOK_ALLOW_PRIVATE: 'true', LOG_LEVEL: 'warn' };
const REFUSED = /the server responded with a status of (\d{3})/;
/** A page without requests for this long shows what it has to show. */
const QUIET_MS = 120;
const SHOWN = `document.querySelector('h1') !== null && document.querySelector('[role=status][aria-label=Loading]') === null`;

const isThere = existsSync(CHROMIUM);
const MISSING = `the portal is not looked at: there is no ${CHROMIUM}`;

/** A suite in Chromium; CI must have it. */
export const describeInChromium = describeUnlessMissing(isThere, MISSING);

export type PortalEnterprise = Credentials;

interface Traffic {
  readonly open: Set<HTTPRequest>;
  quietSince: number;
  isNavigating: boolean;
}

/** The built service with its portal, and a browser that notes everything that must never happen. */
export class PortalBrowser {
  /** Errors of pages, reports of a broken policy, and requests to other origins. */
  readonly complaints: string[] = [];
  /** Refusals that the browser may note as errors. */
  readonly expected = new Set<number>();
  private api!: Program;
  private worker!: Program;
  private readonly traffic = new WeakMap<Page, Traffic>();
  private browser!: Browser;

  private constructor(
    readonly origin: string,
    private readonly vault: string,
    readonly settings: Readonly<Record<string, string>>,
    readonly database: TestDatabase,
  ) {}

  /** @param further settings of the service */
  static async start(further: Readonly<Record<string, string>> = {}): Promise<PortalBrowser> {
    if (!isThere) throw new Error(MISSING);
    const database = await createTestDatabase({});
    const ports = await freePorts();
    const settings = { ...database.environment, ...portSettings(ports), ...SETTINGS, ...further };
    const origin = `http://localhost:${ports.api}`;
    const portal = new PortalBrowser(origin, `http://localhost:${ports.vault}`, settings, database);
    portal.worker = new Program('worker', { settings: { ...settings, METRICS_PORT: String(ports.metrics + 1) } });
    const launched = puppeteer.launch({
      ...{ executablePath: CHROMIUM, args: ['--no-sandbox'], timeout: 0, protocolTimeout: 0 },
    });
    await portal.startApi();
    portal.browser = await launched;
    return portal;
  }

  /** @throws Error when a page wrote an error to the console, broke its policy or asked another site */
  async stop(): Promise<void> {
    const complaints = [...this.complaints];
    await this.browser?.close();
    await Promise.all([this.api, this.worker].map((program) => program.stop('SIGTERM')));
    await this.database.drop();
    if (complaints.length > 0) throw new Error(`the portal must never:\n${complaints.join('\n')}`);
  }

  async startApi(): Promise<void> {
    this.api = new Program('api', { settings: this.settings });
    await this.api.answers(`${this.origin}/health/ready`);
  }

  async killApi(): Promise<void> {
    await this.api.stop('SIGKILL');
  }

  /** Lets an hour pass since anybody gave a password or code. */
  async forgetProofs(): Promise<void> {
    await this.database.query(
      `UPDATE auth.refresh_families SET authenticated_at = authenticated_at - interval '1 hour'`,
    );
  }

  enterprise(name: string): Promise<PortalEnterprise> {
    return newEnterprise(this.settings, name);
  }

  /** A browser without any memory. */
  newContext(): Promise<BrowserContext> {
    return this.browser.createBrowserContext();
  }

  async newPage(context?: BrowserContext): Promise<Page> {
    const page = await (context ?? (await this.newContext())).newPage();
    page.setDefaultTimeout(LONGEST_WAIT_MS);
    await page.setViewport({ width: 1280, height: 800 });
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    this.watchTraffic(page);
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('console', (message) => {
      const [, status] = REFUSED.exec(message.text()) ?? [];
      const isExpected = status !== undefined && this.expected.has(Number(status));
      if (['error', 'warn'].includes(message.type()) && !isExpected)
        this.complaints.push([message.text(), message.location().url].join(' '));
    });
    return page;
  }

  private watchTraffic(page: Page): void {
    const traffic: Traffic = { open: new Set(), quietSince: performance.now(), isNavigating: false };
    this.traffic.set(page, traffic);
    const end = (request: HTTPRequest) => {
      traffic.open.delete(request);
      traffic.quietSince = performance.now();
    };
    page.on('request', (request) => {
      const { origin, protocol, pathname } = new URL(request.url());
      if (protocol !== 'data:' && ![this.origin, this.vault].includes(origin)) this.complaints.push(request.url());
      if (request.isNavigationRequest()) traffic.isNavigating = true;
      if (request.url().includes('eyJ')) this.complaints.push(`a token in an address: ${request.url()}`);
      // The stream of events is open as long as the page.
      if (!pathname.endsWith('/events/stream')) traffic.open.add(request);
    });
    page.on('requestfinished', end);
    page.on('requestfailed', end);
    // The browser does not tell how the requests of the page before ended, which goes on asking until this one is there.
    page.on('framenavigated', () => {
      if (traffic.isNavigating) traffic.open.clear();
      traffic.isNavigating = false;
    });
  }

  /** Loads the page of an address. */
  async open(page: Page, path = '/'): Promise<void> {
    await page.bringToFront();
    await page.goto(`${this.origin}/portal/app${path}`, { waitUntil: 'domcontentloaded' });
    await this.settled(page);
  }

  /** Goes to an address as a link does, within the loaded page. */
  async visit(page: Page, path: string): Promise<void> {
    // A page in the background cannot be clicked.
    await page.bringToFront();
    const to = JSON.stringify(`/portal/app${path}`);
    await page.evaluate(`history.pushState({}, '', ${to}); dispatchEvent(new PopStateEvent('popstate'));`);
    this.traffic.get(page)!.quietSince = performance.now();
    await this.settled(page);
  }

  private async settled(page: Page): Promise<void> {
    const traffic = this.traffic.get(page)!;
    const isQuiet = () => traffic.open.size === 0 && performance.now() - traffic.quietSince > QUIET_MS;
    await eventually('the page is shown', async () => isQuiet() && (await page.evaluate(SHOWN)) === true).catch(
      (error: unknown) => {
        const unanswered = [...traffic.open].map((request) => `${request.method()} ${request.url()}`);
        throw new Error(`${page.url()} waits for ${unanswered.join(', ') || 'its heading'}`, { cause: error });
      },
    );
  }

  /** A page of a user who has just signed in. */
  async signedIn(user: PortalLogin, path = '/', context?: BrowserContext): Promise<Page> {
    const page = await this.newPage(context);
    await this.signIn(page, user, path);
    return page;
  }

  async signIn(page: Page, user: PortalLogin, path = '/'): Promise<void> {
    await this.open(page, path);
    await signIn(page, user);
    await this.settled(page);
  }
}
