import type { HTTPRequest, Page } from 'puppeteer-core';
import { addressOf, cutColumns, overflowAt, screenshotIfAsked, violations } from './portal-page.js';
import type { Theme } from './portal-page.js';

const MOST_REQUESTS = 12;

/** The requests of the page while it loads, as `GET` and an address. */
export async function requestsOf(page: Page, load: () => Promise<void>): Promise<string[]> {
  const requests: string[] = [];
  const note = (request: HTTPRequest) => {
    // What the page before was still asking for is not of this one.
    if (request.isNavigationRequest()) requests.length = 0;
    requests.push(`${request.method()} ${request.url()}`);
  };
  page.on('request', note);
  await load();
  page.off('request', note);
  return requests.filter((request) => !request.includes(' data:'));
}

/** No fault of accessibility in the themes, no cut column, and nothing beyond 320 pixels. */
export async function expectAccessible(page: Page, themes: readonly Theme[] = ['light', 'dark']): Promise<void> {
  const found: string[] = [];
  for (const theme of themes) {
    found.push(...(await violations(page, theme)));
    await screenshotIfAsked(page, `${theme}${addressOf(page)}`);
  }
  expect(found).toEqual([]);
  expect(await cutColumns(page)).toEqual([]);
  expect(await overflowAt(page, 320)).toBe(0);
}

/** Few requests, and as accessible in both themes as every page. */
export async function expectGoodPage(page: Page, load: () => Promise<void>): Promise<void> {
  // On a slow machine, a page that follows changes asks again before it is quiet.
  const requests = [...new Set(await requestsOf(page, load))];
  expect(requests.slice(MOST_REQUESTS)).toEqual([]);
  await expectAccessible(page);
}
