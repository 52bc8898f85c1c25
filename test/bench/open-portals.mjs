// A thread of open portals. Each does what the home page does: it reads the stream of events, and requests its figures again
// after changes, at the pace of the page.
import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';

/** As in `apps/portal/src/api/pace.ts`: how long changes wait until the page follows them. */
const PACE = { first_ms: 250, longest_ms: 4_000, calm: 4 };
const HOUR_MS = 3_600_000;

/** One open home page. */
class Portal {
  #connection = new AbortController();
  #asked = 0;
  #refused = 0;
  #wait = PACE.first_ms;
  #toldAt = Number.NEGATIVE_INFINITY;
  #timer;
  #failure;

  constructor(url, headers) {
    this.url = url;
    this.headers = headers;
  }

  static async open(url, headers) {
    const portal = new Portal(url, headers);
    const answer = await fetch(`${url}/deliver/events/stream?data=none`, {
      headers: { ...headers, accept: 'text/event-stream' },
      signal: portal.#connection.signal,
    });
    if (!answer.ok) throw new Error(`the stream of a portal: ${await answer.text()}`);
    await portal.#ask();
    void portal.#listen(answer.body);
    return portal;
  }

  /** @returns how many requests it has made, and how many of them were answered 503. @throws what went wrong meanwhile */
  close() {
    clearTimeout(this.#timer);
    this.#connection.abort();
    if (this.#failure !== undefined) throw this.#failure;
    return { asked: this.#asked, refused: this.#refused };
  }

  async #listen(body) {
    try {
      for await (const text of body) if (text.length > 0) this.#timer ??= setTimeout(() => this.#tell(), this.#next());
    } catch (error) {
      this.#fail(error);
    }
  }

  // Thrown here, it would end the benchmark before its servers are stopped.
  #fail(error) {
    if (!this.#connection.signal.aborted) this.#failure ??= error;
  }

  #next() {
    const isCalm = performance.now() - this.#toldAt > PACE.calm * this.#wait;
    this.#wait = isCalm ? PACE.first_ms : Math.min(2 * this.#wait, PACE.longest_ms);
    return this.#wait * (1 + Math.random());
  }

  #tell() {
    this.#timer = undefined;
    this.#toldAt = performance.now();
    this.#ask().catch((error) => this.#fail(error));
  }

  async #ask() {
    // As the page: from the beginning of an hour on.
    const day = new Date(Math.floor(Date.now() / HOUR_MS - 23) * HOUR_MS).toISOString();
    this.#asked += 1;
    const answer = await fetch(`${this.url}/portal/overview?start_time=${day}&step=hour`, {
      ...{ headers: this.headers, signal: this.#connection.signal },
    });
    // A page asks again later.
    if (answer.status === 503) this.#refused += 1;
    else if (!answer.ok) throw new Error(`the overview of a portal: ${await answer.text()}`);
    await answer.arrayBuffer();
  }
}

const { url, users, count } = workerData;
const portals = await Promise.all(Array.from({ length: count }, (_, at) => Portal.open(url, users[at % users.length])));
parentPort.postMessage('open');
parentPort.once('message', () => {
  const all = portals.map((portal) => portal.close());
  const sum = (name) => all.reduce((total, counts) => total + counts[name], 0);
  parentPort.postMessage({ asked: sum('asked'), refused: sum('refused') });
});
