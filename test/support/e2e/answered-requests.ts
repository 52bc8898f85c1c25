import type { HTTPRequest, Page } from 'puppeteer-core';

export interface AnsweredRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/**
 * Answers requests below a path from a table of bodies by `METHOD path`, where the service of the suite has no such data. A
 * function makes the body of the query of the request.
 * @returns the requests that change something
 */
export async function answerBelow(
  page: Page,
  prefix: string,
  bodies: Readonly<Record<string, unknown>>,
): Promise<AnsweredRequest[]> {
  const changes: AnsweredRequest[] = [];
  await page.setRequestInterception(true);
  page.on('request', (request: HTTPRequest) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.startsWith(prefix)) return void request.continue();
    const method = request.method();
    const found = bodies[`${method} ${pathname}`];
    const body: unknown =
      typeof found === 'function' ? (found as (query: URLSearchParams) => unknown)(searchParams) : found;
    if (method !== 'GET') changes.push({ method, path: pathname, body: JSON.parse(request.postData() ?? 'null') });
    const answer = body === undefined ? { status: 404, body: '{}' } : { status: 200, body: JSON.stringify(body) };
    return void request.respond({ ...answer, contentType: 'application/json' });
  });
  return changes;
}

/** What takes requests, of each page that is intercepted. */
const takers = new WeakMap<Page, (request: HTTPRequest) => boolean>();

/**
 * Lets a suite take requests of the page from now on; those that it does not take go on to the service. The page stays
 * intercepted: a request on its way when that ended would wait forever.
 * @returns what ends it
 */
export async function interceptRequests(page: Page, takes: (request: HTTPRequest) => boolean): Promise<() => void> {
  const isFirst = !takers.has(page);
  takers.set(page, takes);
  if (isFirst) {
    page.on('request', (request) => {
      // One that began before cannot be continued.
      if (!takers.get(page)!(request)) request.continue().catch(() => undefined);
    });
    await page.setRequestInterception(true);
  }
  return () => void takers.set(page, () => false);
}

/** The next creations at the path reach the service, but the page gets no answer. @returns what ends it */
export async function loseAnswers(page: Page, path: string, times: number): Promise<() => void> {
  let left = times;
  return interceptRequests(page, (request) => {
    if (left === 0 || request.method() !== 'POST' || !request.url().endsWith(path)) return false;
    left -= 1;
    void request
      .fetchPostData()
      .then((body = '') => fetch(request.url(), { method: 'POST', headers: request.headers(), body }))
      .finally(() => void request.abort('connectionreset'));
    return true;
  });
}
