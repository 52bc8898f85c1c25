import { isInMaintenance, type Maintenance } from './maintenance.js';

const windows: readonly Maintenance[] = [
  { rail: 'rtp', day: 'sunday', from: '02:00', to: '05:00' },
  { rail: 'fednow', day: '2026-12-08', from: '23:00', to: '24:00' },
  { rail: 'fednow', day: 'daily', from: '03:00', to: '03:05' },
];

describe('maintenance of an instant network', () => {
  it.each([
    ['rtp', '2026-12-06T07:00:00Z', true],
    ['rtp', '2026-12-06T09:59:59Z', true],
    ['rtp', '2026-12-06T10:00:00Z', false],
    ['rtp', '2026-12-06T06:59:59Z', false],
    ['rtp', '2026-12-07T07:00:00Z', false],
    ['fednow', '2026-12-06T07:00:00Z', false],
    ['fednow', '2026-12-09T04:59:59Z', true],
    ['fednow', '2026-12-09T05:00:00Z', false],
    ['fednow', '2026-12-10T04:30:00Z', false],
    ['fednow', '2026-07-01T07:04:00Z', true],
    ['ach', '2026-12-06T07:00:00Z', false],
  ])('of %s at %s: %s, by the clocks of New York', (rail, at, expected) => {
    expect(isInMaintenance(windows, rail, new Date(at))).toBe(expected);
  });
});
