import { FixedClock } from '@payments/kernel';
import { RealBankingTime } from './real-banking-time.js';

const NOW = new Date('2026-02-03T14:00:00Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);

describe(RealBankingTime.name, () => {
  const time = new RealBankingTime(new FixedClock(NOW)).read();

  it('is real time, and a wait is over when its instant has come', async () => {
    const { now, at, due } = await time;
    expect([now, at]).toEqual([NOW, NOW]);
    expect(due({ from: NOW, until: after(5_000) })).toEqual({ dueAt: after(5_000) });
  });

  it('takes a step that is late at the time that it is', async () => {
    const { stepAt } = await time;
    expect([stepAt(after(-60_000)), stepAt(null)]).toEqual([NOW, NOW]);
  });

  it('takes a step that a faster clock has handed out no earlier than it was planned', async () => {
    expect((await time).stepAt(after(3))).toEqual(after(3));
  });
});
