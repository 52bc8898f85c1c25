import { watchDatabase } from './database-watch.js';

const URL = 'postgres://localhost:1/postgres';

/** A server that dies right after each start, or stays up after several deaths. */
function aServer({ deaths = Infinity, urls = [URL] }: { deaths?: number; urls?: string[] } = {}) {
  let isRunning = false;
  const server = {
    starts: 0,
    isRunning: () => isRunning,
    stop: () => Promise.resolve(),
    start: () => {
      server.starts += 1;
      isRunning = server.starts >= deaths;
      return Promise.resolve({ adminUrl: urls[Math.min(server.starts, urls.length) - 1]! });
    },
  };
  return server;
}

describe('the watch over the embedded database', () => {
  const said: string[] = [];
  const terminal = { say: (line: string) => void said.push(line) };
  const watching = (server: ReturnType<typeof aServer>, signal = new AbortController().signal) =>
    watchDatabase({ server, adminUrl: URL }, terminal, signal);

  beforeEach(() => {
    jest.useFakeTimers();
    said.length = 0;
  });
  afterEach(() => jest.useRealTimers());

  it('restarts it and keeps watching until it is stopped', async () => {
    const server = aServer({ deaths: 2 });
    const stop = new AbortController();
    const watch = watching(server, stop.signal);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(server.starts).toBe(2);
    expect(said).toEqual([
      'the database stopped unexpectedly; restarting it',
      'the database is running again',
      'the database stopped unexpectedly; restarting it in 1 s',
      'the database is running again',
    ]);
    stop.abort();
    await watch;
  });

  it('gives up in one line after five deaths in a row', async () => {
    const server = aServer();
    const watch = watching(server);
    const failure = expect(watch).rejects.toThrow(/^the database crashed 5 times in a row; see .*, then start again$/);
    await jest.advanceTimersByTimeAsync(30_000);
    await failure;
    expect(server.starts).toBe(4);
  });

  it('stops when another program has taken its port', async () => {
    const server = aServer({ urls: ['postgres://localhost:2/postgres'] });
    const failure = expect(watching(server)).rejects.toThrow('port');
    await jest.advanceTimersByTimeAsync(30_000);
    await failure;
  });
});
