// A load that keeps its rate, whatever becomes of it: autocannon sends what a second allows as fast as it can and
// rests for what is left of the second, which is another load.
import { Buffer } from 'node:buffer';
import { once } from 'node:events';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCodeOf, newReference } from './load.mjs';

const TICK_MS = 1;
const LAST_ANSWERS_MS = 2_000;
const END_OF_HEAD = '\r\n\r\n';
const STATUS = { from: 'HTTP/1.1 '.length, to: 'HTTP/1.1 200'.length };

/**
 * Sends an operation at a steady rate, each time on a free connection.
 * @param load `rate` a second, for `seconds`, over `connections`
 * @returns how many were `sent` and how many not (`unsent`) because no connection was free; `failed`, without a
 *   response; how many responses were `good`, and the others by kind (`503 service_unavailable`, say); the `lasted`
 *   seconds; the latency below which a share of the good ones were, in ms.
 */
export async function sendEvenly({ url, headers }, operation, { rate, seconds, connections }) {
  const { hostname, port, host } = new URL(url);
  const messageOf = messages(operation, { host, ...headers });
  const refusals = new Map();
  const latencies = [];
  const free = [];
  const take = (connection, { status, body, took_ms }) => {
    free.push(connection);
    if (status >= 200 && status < 300) return latencies.push(took_ms);
    const what = `${status} ${errorCodeOf(body)}`;
    return refusals.set(what, (refusals.get(what) ?? 0) + 1);
  };
  const all = await Promise.all(Array.from({ length: connections }, () => Connection.open(port, hostname, take)));
  free.push(...all);
  const total = Math.round(rate * seconds);
  let sent = 0;
  let unsent = 0;
  const begun = performance.now();
  const passed = () => (performance.now() - begun) / 1000;
  while (sent + unsent < total) {
    const due = Math.min(total, Math.floor(passed() * rate));
    for (; sent + unsent < due && free.length > 0; sent += 1) free.shift().send(messageOf());
    unsent = Math.max(unsent, due - sent);
    await sleep(TICK_MS);
  }
  const lasted = passed();
  for (const end = performance.now() + LAST_ANSWERS_MS; free.length < all.length && performance.now() < end;) {
    await sleep(TICK_MS);
  }
  for (const connection of all) connection.close();
  latencies.sort((a, b) => a - b);
  const latency = (share) => Math.round(10 * (latencies[Math.floor(share * (latencies.length - 1))] ?? 0)) / 10;
  return { sent, unsent, failed: all.length - free.length, good: latencies.length, refusals, lasted, latency };
}

/** As `sendEvenly`. @throws Error that names the refusals unless every response was a success. */
export async function sendAll(server, operation, load) {
  const result = await sendEvenly(server, operation, load);
  if (result.refusals.size === 0 && result.failed === 0) return result;
  const refused = [...result.refusals].map(([what, count]) => `${count} × ${what}`);
  const faults = [...refused, `${result.failed} not answered`].join(', ');
  throw new Error(`${operation.method} ${server.url}${operation.path}: ${faults}`);
}

function messages({ method, path, bodyOf, headersOf }, headers) {
  const text = (fields) =>
    Object.entries(fields)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
  const head = `${method} ${path} HTTP/1.1\r\n${text(headers)}`;
  if (bodyOf === undefined) return () => `${head}\r\n`;
  return () => {
    const body = JSON.stringify(bodyOf(newReference()));
    const more = { ...headersOf?.(), 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    return `${head}${text(more)}\r\n${body}`;
  };
}

/** A kept-alive connection with one request at a time and responses of declared length. Once broken it is never free again. */
class Connection {
  #socket;
  #sentAt;
  // A character is a byte.
  #received = '';

  static async open(port, hostname, take) {
    const connection = new Connection();
    connection.#socket = connect(Number(port), hostname).setNoDelay().setEncoding('latin1');
    await once(connection.#socket, 'connect');
    connection.#socket.on('error', () => {}).on('data', (text) => connection.#read(text, take));
    return connection;
  }

  send(message) {
    this.#sentAt = performance.now();
    this.#socket.write(message);
  }

  close() {
    this.#socket.destroy();
  }

  #read(text, take) {
    this.#received += text;
    const end = this.#received.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const [, length = 0] = /\r\ncontent-length: (\d+)/i.exec(this.#received.slice(0, end)) ?? [];
    const body = this.#received.slice(end + END_OF_HEAD.length);
    if (body.length < Number(length)) return;
    const status = Number(this.#received.slice(STATUS.from, STATUS.to));
    this.#received = '';
    take(this, { status, body, took_ms: performance.now() - this.#sentAt });
  }
}
