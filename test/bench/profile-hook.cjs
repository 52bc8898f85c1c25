// Loaded into an api with --require: profiles the process on request at a separate port, PROFILE_PORT.
// POST /cpu, /heap, /sql start; DELETE on the same returns what was found since.
const { createServer } = require('node:http');
const { Session } = require('node:inspector/promises');
const pg = require('pg');

const CPU_INTERVAL_US = 250;
const HEAP_INTERVAL_BYTES = 8_192;

const session = new Session();
session.connect();
const send = pg.Client.prototype.query;
const busy = new WeakSet();
let sql;

const profilers = {
  cpu: {
    start: async () => {
      await session.post('Profiler.enable');
      await session.post('Profiler.setSamplingInterval', { interval: CPU_INTERVAL_US });
      await session.post('Profiler.start');
    },
    stop: async () => (await session.post('Profiler.stop')).profile,
  },
  heap: {
    // What is allocated, also what is collected meanwhile.
    start: () =>
      session.post('HeapProfiler.startSampling', {
        samplingInterval: HEAP_INTERVAL_BYTES,
        includeObjectsCollectedByMajorGC: true,
        includeObjectsCollectedByMinorGC: true,
      }),
    stop: async () => (await session.post('HeapProfiler.stopSampling')).profile,
  },
  sql: {
    start: () => {
      sql = { statements: new Map(), roundTrips: 0 };
      pg.Client.prototype.query = counted;
    },
    stop: () => {
      pg.Client.prototype.query = send;
      return { roundTrips: sql.roundTrips, statements: Object.fromEntries(sql.statements) };
    },
  },
};

// A statement sent while another of the connection is in flight is pipelined: the round trip is shared.
function counted(...parameters) {
  const [query] = parameters;
  const text = typeof query === 'string' ? query : query.text;
  sql.statements.set(text, (sql.statements.get(text) ?? 0) + 1);
  if (!busy.has(this)) {
    sql.roundTrips += 1;
    busy.add(this);
    this.once('drain', () => busy.delete(this));
  }
  return send.apply(this, parameters);
}

const server = createServer((request, response) => {
  const profiler = profilers[request.url.slice(1)];
  const work = request.method === 'POST' ? profiler.start : profiler.stop;
  Promise.resolve(work()).then(
    (found) => response.end(JSON.stringify(found ?? {})),
    (error) => response.writeHead(500).end(String(error)),
  );
});
server.listen(Number(process.env.PROFILE_PORT), '127.0.0.1').unref();
