import { Faults, type FaultKind } from './faults.js';

const faultsOf = (seed: number, faults: object) => Faults.parse(JSON.stringify({ seed, faults }), 'faults.json');
const struck = (faults: Faults, kind: FaultKind, tries: number) =>
  Array.from({ length: tries }, () => faults.strikes(kind));

describe('the faults of the simulated bank', () => {
  it('do not strike unless they are named', () => {
    expect(struck(Faults.none(), 'crlf', 50)).not.toContain(true);
    expect(struck(faultsOf(1, { slow: {} }), 'crlf', 50)).not.toContain(true);
  });

  it('strike at every opportunity, if nothing else is said', () => {
    expect(struck(faultsOf(1, { crlf: {} }), 'crlf', 5)).not.toContain(false);
  });

  it('strike as often as they may', () => {
    expect(struck(faultsOf(1, { crlf: { times: 2 } }), 'crlf', 4)).toEqual([true, true, false, false]);
  });

  it('strike by their chance, the same for a seed and different for another', () => {
    const outcome = (seed: number) => struck(faultsOf(seed, { crlf: { chance: 0.3 } }), 'crlf', 1000);
    expect(outcome(7)).toEqual(outcome(7));
    expect(outcome(7)).not.toEqual(outcome(8));
    const times = outcome(7).filter(Boolean).length;
    expect(times).toBeGreaterThan(240);
    expect(times).toBeLessThan(360);
  });

  it('break renames before and after they are done, if the settings do not decide', () => {
    const faults = faultsOf(1, { reset_at_rename: {} });
    const done = Array.from({ length: 50 }, () => faults.strikes('reset_at_rename') && faults.isRenameDone);
    expect(new Set(done)).toEqual(new Set([true, false]));
  });

  it.each([
    ['{', 'faults.json: '],
    ['{"faults":[]}', 'faults.json: faults: must be an object'],
    ['{"faults":{"nope":{}}}', 'faults.json: faults: unknown member nope; expected half_written'],
    ['{"seed":-1,"faults":{}}', 'faults.json: seed: must be a whole number'],
    ['{"faults":{"crlf":{"chance":2}}}', 'faults.json: faults: crlf: chance: must be a number from 0 to 1'],
    ['{"faults":{"crlf":{"often":2}}}', 'faults.json: faults: crlf: unknown member often'],
    ['{"faults":{"reset_at_rename":{"done":1}}}', 'done: must be true or false'],
    ['{"faults":{"slow":{"bytes_per_second":0}}}', 'bytes_per_second: must be a whole number from 1'],
  ])('are refused in a file with %s', (text, message) => {
    expect(() => Faults.parse(text, 'faults.json')).toThrow(message);
  });
});
