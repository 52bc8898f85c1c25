import { spawn } from 'node:child_process';
import { processCpuMs } from '../embedded-postgres/index.js';
import { untilReady } from './ready.js';

const MINUTE_MS = 60_000;

describe('the wait for a process that starts', () => {
  const logs = { lastShown: () => undefined };
  const waiting = {
    url: 'http://127.0.0.1/health/ready',
    logs,
    logFile: 'api.log',
    signal: new AbortController().signal,
  };

  /** Waits for a process that uses some processor time between looks, and is ready at a look; returns its minutes. */
  async function minutesUntilReady(cpuMsPerLook: number, lookMs: number, readyAt: number): Promise<number> {
    let [looks, cpuMs, now] = [0, 0, 0];
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const isReady = () => {
      now += lookMs;
      cpuMs += cpuMsPerLook;
      return Promise.resolve(++looks >= readyAt);
    };
    const service = { name: 'api', failedToStart: false, ready: () => undefined };
    await untilReady(Object.defineProperty(service, 'cpuMs', { get: () => cpuMs }) as never, { ...waiting, isReady });
    return now / MINUTE_MS;
  }
  afterEach(() => jest.restoreAllMocks());

  it('takes as long as the process gets on, if that is ten minutes', async () => {
    expect(await minutesUntilReady(2_000, 59_000, 11)).toBeGreaterThan(10);
  });

  it('ends when the process has done nothing for a minute', async () => {
    await expect(minutesUntilReady(100, 10_000, 100)).rejects.toThrow(/has done nothing for 60 s .*see api.log/);
  });

  it('knows the processor time of a process', async () => {
    expect(processCpuMs(process.pid)).toBeGreaterThan(0);
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((ended) => child.on('close', ended));
    expect(processCpuMs(child.pid!)).toBeUndefined();
  });
});
