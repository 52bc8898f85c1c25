import { EventLoop } from './event-loop.js';

describe('an event loop', () => {
  const since = { active: 0, idle: 0 };
  let loop: EventLoop;

  /** Time passes, in which it works for some and waits for the rest. */
  const pass = (active: number, idle: number) => {
    since.active += active;
    since.idle += idle;
  };

  beforeEach(() => {
    Object.assign(since, { active: 10_000, idle: 10_000 });
    jest.spyOn(performance, 'now').mockImplementation(() => since.active + since.idle);
    jest.spyOn(performance, 'eventLoopUtilization').mockImplementation((to, from) => {
      const [active, idle] = [
        (to?.active ?? since.active) - (from?.active ?? 0),
        (to?.idle ?? since.idle) - (from?.idle ?? 0),
      ];
      return { active, idle, utilization: active / (active + idle) };
    });
    loop = new EventLoop();
  });
  afterEach(() => jest.restoreAllMocks());

  it('is busy while it works for more than nine tenths of the time', () => {
    pass(91, 9);
    expect(loop.isBusy).toBe(true);
    pass(90, 10);
    expect(loop.isBusy).toBe(false);
  });

  it('is judged by 100 ms at least', () => {
    pass(10, 990);
    expect(loop.isBusy).toBe(false);
    pass(99, 0);
    expect(loop.isBusy).toBe(false);
    pass(1, 0);
    expect(loop.isBusy).toBe(true);
  });

  it('is not busy after a pause because it was before', () => {
    pass(1_000, 0);
    expect(loop.isBusy).toBe(true);
    pass(100, 10_000);
    expect(loop.isBusy).toBe(false);
  });
});
