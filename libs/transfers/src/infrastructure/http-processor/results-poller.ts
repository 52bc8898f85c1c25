import { Inject, Injectable } from '@nestjs/common';
import { Sweeps, WakeSignal } from '@payments/messaging';
import type { Sweep } from '@payments/messaging';
import { ProcessorClient } from './processor-client.js';
import { PAGE_SIZE, resultsPage } from './protocol.js';
import { ResultCursors } from './result-cursors.js';
import { ResultPages } from './result-pages.js';
import { SetAsideResults } from './set-aside-results.js';

const EVERY_MS = 1_000;
const SOON_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** The part of a lease reserved for storing the response. */
const STORING_MS = 10_000;

/**
 * Fetches the results of a bank connector and stores them in the inbox: soon after a batch is sent, else every second, and
 * with backoff while it fails. The cursor moves once a page is fully stored; after a crash in between, the page is read
 * again, and the inbox stores each result once.
 */
@Injectable()
@Sweeps({ name: 'processor-results' })
export class ResultsPoller implements Sweep {
  private lookAt = 0;
  private failures = 0;
  private alarm: NodeJS.Timeout | undefined;

  constructor(
    @Inject(ProcessorClient) private readonly client: ProcessorClient | null,
    private readonly cursors: ResultCursors,
    private readonly pages: ResultPages,
    private readonly setAside: SetAsideResults,
    private readonly wake: WakeSignal,
  ) {}

  /** There will be something to fetch. */
  soon(): void {
    this.lookAt = Math.min(this.lookAt, performance.now() + SOON_MS);
    this.alarm ??= setTimeout(() => {
      this.alarm = undefined;
      this.wake.send();
    }, SOON_MS).unref();
  }

  async sweep(): Promise<boolean> {
    if (this.client === null || performance.now() < this.lookAt) return false;
    this.lookAt = performance.now() + EVERY_MS;
    try {
      const more = await this.poll(this.client);
      this.failures = 0;
      if (more) this.lookAt = 0;
      return more;
    } catch (error) {
      // The sweep logs the error, one line for each attempt, with growing pauses.
      this.lookAt = performance.now() + Math.min(EVERY_MS * 2 ** this.failures++, LONGEST_PAUSE_MS);
      throw error;
    }
  }

  // Returns whether there may be more at once.
  private async poll(client: ProcessorClient): Promise<boolean> {
    const held = await this.cursors.take(client.address, client.timeoutMs + STORING_MS);
    if (held === undefined) return false;
    let { cursor } = held;
    try {
      const page = await client.ask({ operation: 'results', method: 'GET', path: pathAfter(cursor) }, resultsPage);
      await this.setAside.keep(held, await this.pages.store(page.results));
      cursor = page.next_cursor ?? cursor;
      return page.results.length === PAGE_SIZE && cursor !== held.cursor;
    } finally {
      await this.cursors.release(held, cursor);
    }
  }
}

function pathAfter(cursor: string): string {
  const query = new URLSearchParams({ ...(cursor !== '' && { after: cursor }), limit: String(PAGE_SIZE) });
  return `/results?${query.toString()}`;
}
