import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, truncateSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A bank connector to test against, as docs/reference/processor.md describes one: a separate process that keeps everything in an
 * append-only log, which is on the disk before any response, and which it reads again when it starts.
 *
 *   node mock-bank-connector.mjs '{"port":4810,"log":"mock.jsonl","token":"secret","seed":7}'
 *
 * Lines of the log, by `type`: `instruction` was taken · `again` was offered once more and ignored · `missed` was asked
 * for and not there · `fenced` came after that from an older batch and was refused · `result` has entered the feed, at
 * its `position` · `given` was part of a page that went out. All that looks like chance follows from the seed, the ids,
 * and how often something was tried. `PUT /mock/settings` changes settings while it runs; `GET /mock/settings` shows them.
 */
const DEFAULTS = {
  host: '127.0.0.1',
  port: 0,
  log: undefined,
  token: 'mock',
  seed: 1,
  /** How long each response takes. */
  latency_ms: 0,
  /** How much time is between one result of an instruction and the next; 0 reports all at once. */
  result_delay_ms: 0,
  /** Which part of batches is taken, but the connection is cut before the response. */
  drop_answers: 0,
  /** Which part of batches is not even taken, and the connection cut. */
  drop_requests: 0,
  /** Which part of inquiries and polls is cut. */
  drop_reads: 0,
  /** Which part of results enters the feed twice. */
  duplicates: 0,
  /** Whether results that are due together come in any order. */
  reorder: false,
};
const MAX_BODY_BYTES = 8 * 1024 * 1024;

/** By the last two digits of the amount in cents, as in the sandbox. Every other amount is accepted and settled. */
const OUTCOMES = {
  '02': [['accepted'], ['settled'], ['returned', 'R02']],
  '08': [['accepted'], ['settled'], ['returned', 'R10']],
  27: [['rejected', null]],
  51: [['rejected', 'AC03']],
};
const SUCCESS = [['accepted'], ['settled']];

const settings = { ...DEFAULTS, ...JSON.parse(process.argv[2] ?? '{}') };
const digest = (...parts) =>
  createHash('sha256')
    .update([settings.seed, ...parts].join('/'))
    .digest();
const idOf = (...parts) =>
  digest(...parts)
    .toString('hex')
    .slice(0, 32);
/** A number from 0 to 1 that is always the same for the same parts. */
const chance = (...parts) => digest(...parts).readUInt32BE(0) / 2 ** 32;

/** How often the log was opened. One that starts again draws new random numbers, or the same calls would be cut in each of its lives. */
let lives = 0;
const attempts = new Map();
function happens(share, what, key) {
  if (share <= 0) return false;
  const attempt = (attempts.get(`${what}/${key}`) ?? 0) + 1;
  attempts.set(`${what}/${key}`, attempt);
  return chance(what, key, lives, attempt) < share;
}

/** By enterprise and end-to-end id: the instruction, and the results that have not entered the feed. */
const instructions = new Map();
/** By enterprise and end-to-end id: the latest inquiry that did not find it. */
const missed = new Map();
const feed = [];
let waiting = [];

const keyOf = ({ enterprise_id, end_to_end_id }) => `${enterprise_id}/${end_to_end_id}`;

function plan(instruction) {
  const cents = String(instruction.amount % 100).padStart(2, '0');
  return (OUTCOMES[cents] ?? SUCCESS).map(([kind, code], index) => ({
    ...{ enterprise_id: instruction.enterprise_id, result_id: idOf('result', keyOf(instruction), kind) },
    ...{ end_to_end_id: instruction.end_to_end_id, kind, reason_code: code ?? null },
    trace_number: instruction.trace_number,
    due_at: Date.parse(instruction.taken_at) + (index + 1) * settings.result_delay_ms,
    index,
  }));
}

const apply = {
  life: () => (lives += 1),
  instruction: (line) => {
    instructions.set(keyOf(line), line);
    waiting.push(...plan(line));
  },
  // Inquiries may overtake each other.
  missed: (line) => {
    const key = keyOf(line);
    if (line.inquiry_id > (missed.get(key) ?? '')) missed.set(key, line.inquiry_id);
  },
  result: (line) => feed.push(line),
  again: () => undefined,
  fenced: () => undefined,
  given: () => undefined,
};

/** On the disk, and only then true. */
function record(lines) {
  if (lines.length === 0) return;
  writeSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  fsyncSync(file);
  for (const line of lines) apply[line.type](line);
}

/** Reads the log of an earlier life. A line cut off when that ended was never acknowledged, and is dropped. */
function reload(path) {
  if (!existsSync(path)) return;
  const bytes = readFileSync(path);
  const end = bytes.lastIndexOf(0x0a) + 1;
  truncateSync(path, end);
  const lines = bytes.subarray(0, end).toString('utf8').split('\n');
  for (const text of lines) if (text !== '') apply[JSON.parse(text).type](JSON.parse(text));
  const reported = new Set(feed.map(({ result_id }) => result_id));
  waiting = waiting.filter(({ result_id }) => !reported.has(result_id));
}

/** Lets what is due into the feed, where it keeps its place permanently. */
function ripen() {
  const now = Date.now();
  const due = waiting.filter(({ due_at }) => due_at <= now);
  if (due.length === 0) return;
  waiting = waiting.filter(({ due_at }) => due_at > now);
  due.sort((a, b) => a.due_at - b.due_at || a.index - b.index || (a.result_id < b.result_id ? -1 : 1));
  if (settings.reorder) due.sort((a, b) => chance('order', a.result_id) - chance('order', b.result_id));
  const twice = due.filter(({ result_id }) => chance('twice', result_id) < settings.duplicates);
  const entering = [...due, ...twice].map(({ index, due_at, ...result }, offset) => ({
    type: 'result',
    position: feed.length + offset + 1,
    ...result,
    // A later result of an instruction happened later, even when all are reported at once.
    occurred_at: new Date(Math.max(due_at, 0) + index).toISOString(),
  }));
  record(entering);
}

class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

function check(holds, message) {
  if (!holds) throw new Refusal(400, message);
}

const CUT = Symbol('cut');

function take(batch_id, { enterprise_id, instructions: offered }) {
  check(typeof enterprise_id === 'string' && Array.isArray(offered) && offered.length > 0, 'no batch');
  const first = offered[0].end_to_end_id;
  if (happens(settings.drop_requests, 'drop_request', first)) return CUT;
  const lines = offered.map((each) => {
    const { end_to_end_id, rail, side, amount, use_case, window_at, effective_date } = each;
    check(
      /^[\x21-\x7e]{1,35}$/.test(end_to_end_id) &&
        Number.isSafeInteger(amount) &&
        amount >= (each.purpose === 'prenote' ? 0 : 1),
      'no instruction',
    );
    check(/^\d{4,17}$/.test(each.account_number) && /^\d{9}$/.test(each.routing_number), 'no account');
    check(!Number.isNaN(Date.parse(window_at)) && effective_date !== undefined, 'no time');
    const key = keyOf({ enterprise_id, end_to_end_id });
    const fence = missed.get(key);
    const type = instructions.has(key) ? 'again' : fence !== undefined && batch_id < fence ? 'fenced' : 'instruction';
    const trace_number = String(digest('trace', key).readUInt32BE(0)).padStart(15, '0');
    const taken_at = new Date().toISOString();
    return { type, taken_at, batch_id, enterprise_id, end_to_end_id, use_case, side, rail, amount, trace_number };
  });
  if (lines.some(({ type }) => type === 'fenced')) {
    record(lines.filter(({ type }) => type === 'fenced'));
    throw new Refusal(409, 'an inquiry reported that this is not here');
  }
  record(lines);
  return happens(settings.drop_answers, 'drop_answer', first) ? CUT : {};
}

function inquire({ inquiry_id, enterprise_id, end_to_end_ids }) {
  check(typeof inquiry_id === 'string' && Array.isArray(end_to_end_ids), 'no inquiry');
  if (happens(settings.drop_reads, 'drop_read', end_to_end_ids[0])) return CUT;
  const here = (end_to_end_id) => instructions.has(keyOf({ enterprise_id, end_to_end_id }));
  const absent = end_to_end_ids.filter((id) => !here(id));
  record(absent.map((end_to_end_id) => ({ type: 'missed', inquiry_id, enterprise_id, end_to_end_id })));
  return { known: end_to_end_ids.filter(here) };
}

function results(query) {
  const after = query.get('after') ?? '0';
  const limit = Number(query.get('limit') ?? 100);
  check(/^\d+$/.test(after) && limit > 0, 'no cursor');
  if (happens(settings.drop_reads, 'drop_read', after)) return CUT;
  ripen();
  const page = feed.slice(Number(after), Number(after) + limit);
  record(page.map(({ position, result_id, end_to_end_id }) => ({ type: 'given', position, result_id, end_to_end_id })));
  return {
    results: page.map((line) => ({ ...line, type: undefined, position: undefined })),
    next_cursor: String(Math.min(feed.length, Number(after) + page.length)),
  };
}

const REPORTED = { accepted: 'accepted', settled: 'settled', returned: 'returned', rejected: 'failed' };

function report(query) {
  ripen();
  const [from, to] = [Date.parse(query.get('from') ?? ''), Date.parse(query.get('to') ?? '')];
  const [after, limit] = [query.get('after') ?? '', Number(query.get('limit') ?? 1000)];
  check(from <= to && limit > 0, 'no period');
  const events = new Map();
  for (const result of feed) events.set(keyOf(result), [...(events.get(keyOf(result)) ?? []), result]);
  const within = (instant) => Date.parse(instant) >= from && Date.parse(instant) < to;
  const lines = [...instructions.values()]
    .filter(({ enterprise_id, end_to_end_id }) => enterprise_id === query.get('enterprise_id') && end_to_end_id > after)
    .flatMap(({ taken_at, end_to_end_id, rail, side, amount, enterprise_id }) => {
      const reported = events.get(keyOf({ enterprise_id, end_to_end_id })) ?? [];
      const last = reported.reduce((a, b) => (b.occurred_at >= a.occurred_at ? b : a), { occurred_at: taken_at });
      const status = REPORTED[last.kind ?? 'accepted'];
      const line = { end_to_end_id, rail, side, amount, status, occurred_at: last.occurred_at };
      return [taken_at, ...reported.map(({ occurred_at }) => occurred_at)].some(within) ? [line] : [];
    })
    .sort((a, b) => (a.end_to_end_id < b.end_to_end_id ? -1 : 1));
  const page = lines.slice(0, limit);
  return { lines: page, next_cursor: lines.length > limit ? page.at(-1).end_to_end_id : null };
}

function settle(changes) {
  check(
    Object.keys(changes).every((name) => name in DEFAULTS && !['host', 'port', 'log', 'seed'].includes(name)),
    'no such setting',
  );
  Object.assign(settings, changes);
}

function answer({ method, headers }, { pathname, searchParams }, body) {
  if (headers.authorization !== `Bearer ${settings.token}`) throw new Refusal(401, 'no such token');
  const batch = /^\/batches\/([0-9a-f-]{36})$/.exec(pathname);
  if (method === 'PUT' && batch !== null) return take(batch[1], body);
  if (method === 'POST' && pathname === '/instructions/inquire') return inquire(body);
  if (method === 'GET' && pathname === '/results') return results(searchParams);
  if (method === 'GET' && pathname === '/report') return report(searchParams);
  if (pathname !== '/mock/settings') throw new Refusal(404, 'no such address');
  if (method === 'PUT') settle(body);
  return { ...settings, token: undefined };
}

async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw new Refusal(413, 'too long');
    chunks.push(chunk);
  }
  return chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

async function handle(request, response) {
  const send = (status, body) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  try {
    const body = await bodyOf(request);
    const given = answer(request, new URL(request.url, 'http://mock'), body);
    if (settings.latency_ms > 0) await sleep(settings.latency_ms);
    if (given === CUT) request.socket.destroy();
    else send(200, given);
  } catch (error) {
    send(error.status ?? (error instanceof SyntaxError ? 400 : 500), { message: error.message });
  }
}

reload(settings.log);
const file = openSync(settings.log, 'a');
record([{ type: 'life' }]);
const server = createServer((request, response) => void handle(request, response));
server.listen(settings.port, settings.host, () => {
  process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`);
});
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect']) {
  process.on(signal, () => {
    closeSync(file);
    process.exit(0);
  });
}
