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

/**
 * Lets a suite take requests of the page from now on; those that it does not take go on to the service.
 * @returns what ends it
 */
export async function interceptRequests(
  page: Page,
  takes: (request: HTTPRequest) => boolean,
): Promise<() => Promise<void>> {
  const handle = (request: HTTPRequest) => {
    // One that begins at the end is not intercepted, and cannot be continued.
    if (!takes(request)) request.continue().catch(() => undefined);
  };
  await page.setRequestInterception(true);
  page.on('request', handle);
  return async () => {
    // In the other order, a request in between would be intercepted, and wait forever.
    await page.setRequestInterception(false);
    page.off('request', handle);
  };
}

/** The next creations at the path reach the service, but the page gets no answer. @returns what ends it */
export async function loseAnswers(page: Page, path: string, times: number): Promise<() => Promise<void>> {
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
