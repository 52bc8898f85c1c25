import type { Page } from 'puppeteer-core';
import { until } from './portal-page.js';

/** Notes in the page when most of it was painted, how far it moved, and how long the slowest key was waited for. */
const OBSERVE = `{
  const seen = { paint: 0, shift: 0, keys: 0, slowest: 0 };
  globalThis.seen = seen;
  const observe = (type, note, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true, ...more });
  observe('largest-contentful-paint', ({ startTime }) => { seen.paint = startTime; });
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.shift += value; });
  addEventListener('keydown', () => { seen.keys += 1; }, true);
  observe('event', ({ name, duration }) => {
    if (name.startsWith('key')) seen.slowest = Math.max(seen.slowest, duration);
  }, { durationThreshold: 16 });
}`;

interface Seen {
  /** When the largest part of the page was there, in ms. */
  readonly paint: number;
  /** How far things moved, as the cumulative layout shift counts it. */
  readonly shift: number;
  readonly keys: number;
  /** The longest that a key was waited for, in ms. */
  readonly slowest: number;
}

/** Watches the speed of every page that is loaded from now on. */
export const watchSpeed = (page: Page) => page.evaluateOnNewDocument(OBSERVE);

/** Once it was painted: what a page has asked for may be there before anything is. */
export async function speedOf(page: Page): Promise<Seen> {
  await until(page, 'globalThis.seen.paint > 0');
  return (await page.evaluate('globalThis.seen')) as Seen;
}
