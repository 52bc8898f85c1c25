import fc from 'fast-check';
import { odfiOf, sequenceOf, takeTraceBlock, traceNumber } from './trace-number.js';

const LAST = 9_999_999;

describe('trace numbers', () => {
  it('are the ODFI and a sequence of seven digits', () => {
    const trace = traceNumber('09100001', 42);
    expect([trace, odfiOf(trace), sequenceOf(trace)]).toEqual(['091000010000042', '09100001', '0000042']);
  });

  it.each([
    ['0910000', 1],
    ['0910000A', 1],
    ['09100001', 0],
    ['09100001', LAST + 1],
    ['09100001', 1.5],
  ])('are refused for ODFI %s and sequence %s', (odfi, sequence) => {
    expect(() => traceNumber(odfi, sequence)).toThrow(RangeError);
  });

  it('begin again at 1, in another epoch, after the last one', () => {
    const { block, after } = takeTraceBlock({ next: LAST - 1, epoch: 3 }, 10);
    expect(block).toEqual({ first: LAST - 1, count: 2, epoch: 3 });
    expect(after).toEqual({ next: 1, epoch: 4 });
  });

  it('are taken in blocks that neither overlap, leave gaps nor pass the last one', () => {
    const start = fc.record({ next: fc.integer({ min: LAST - 50, max: LAST }), epoch: fc.nat(5) });
    const blocks = fc.property(start, fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }), (counter, wants) => {
      let expected = counter;
      for (const wanted of wants) {
        const { block, after } = takeTraceBlock(expected, wanted);
        expect([block.first, block.epoch]).toEqual([expected.next, expected.epoch]);
        const end = block.first + block.count - 1;
        expect(end).toBeLessThanOrEqual(LAST);
        expect(block.count === wanted || end === LAST).toBe(true);
        expected = end === LAST ? { next: 1, epoch: block.epoch + 1 } : { next: end + 1, epoch: block.epoch };
        expect(after).toEqual(expected);
      }
    });
    fc.assert(blocks);
  });

  it('are not taken in blocks of none', () => {
    expect(() => takeTraceBlock({ next: 1, epoch: 0 }, 0)).toThrow(RangeError);
  });
});
