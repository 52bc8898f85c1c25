import { correctionsDueSince } from './correction-deadline.js';

describe('a correction of a bank', () => {
  it.each([
    [
      'of a Monday is due until the end of the Tuesday of the next week',
      '2026-07-14T20:00:00-04:00',
      '2026-07-06T00:00:00-04:00',
    ],
    ['of a Monday is overdue from that Wednesday on', '2026-07-15T00:00:00-04:00', '2026-07-07T00:00:00-04:00'],
    [
      'of a weekend is due as long as one of the Friday before',
      '2026-07-20T12:00:00-04:00',
      '2026-07-10T00:00:00-04:00',
    ],
    ['has a day more over a holiday', '2026-09-14T12:00:00-04:00', '2026-09-03T00:00:00-04:00'],
    ['has days of New York when its clocks change', '2026-03-10T12:00:00-04:00', '2026-03-02T00:00:00-05:00'],
  ])('%s', (_, now, since) => {
    expect(correctionsDueSince(new Date(now))).toEqual(new Date(since));
  });
});
