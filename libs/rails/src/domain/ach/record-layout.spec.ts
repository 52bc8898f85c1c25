import * as records from './ach-records.table.js';
import type { AchRule } from './ach-rules.table.js';
import { type Field, type Mismatch, RECORD_LENGTH, RecordLayout, shapeOf } from './record-layout.js';

type AnyLayout = Pick<RecordLayout, 'name' | 'fields'>;

const layouts: AnyLayout[] = [
  ...Object.values<unknown>(records).filter((each) => each instanceof RecordLayout),
  ...Object.values(records.addendaLayouts),
];

class Faults {
  readonly found: [string, AchRule, Mismatch][] = [];

  fault({ name }: Field, rule: AchRule, mismatch: Mismatch): boolean {
    this.found.push([name, rule, mismatch]);
    return false;
  }
}

describe('a record layout', () => {
  it.each([...new Set(layouts)].map((layout) => ({ name: layout.name, layout })))(
    'covers every column of the record once: $name',
    ({ layout: { fields } }) => {
      const ends = fields.map(({ to }) => to);
      expect(fields.map(({ from }) => from)).toEqual([1, ...ends.slice(0, -1).map((end) => end + 1)]);
      expect(ends.at(-1)).toBe(RECORD_LENGTH);
    },
  );

  it('shows a broken numeric field by its shape only', () => {
    const faults = new Faults();
    const line = `627${'2313801O4'.padEnd(26)}0000001 00`.padEnd(94);
    expect(records.entryDetail.read(Buffer.from(line), 0, faults)).toBeUndefined();
    expect(faults.found.slice(0, 2)).toEqual([
      ['receiving_dfi', 'digits', { expected: '8 digits', found: '9999999A' }],
      ['amount', 'digits', { expected: '10 digits', found: '9999999_99' }],
    ]);
  });

  it('reads a blank in a numeric field as a fault, not as zero', () => {
    const faults = new Faults();
    records.fileControl.read(Buffer.from('9'.padEnd(94)), 0, faults);
    expect(faults.found.map(([, rule, { found }]) => [rule, found])).toEqual(Array(6).fill(['digits', 'blank']));
  });
});

describe('the shape of a text', () => {
  it.each([
    ['744-5678', '999?9999'],
    ['Best Co', 'AAAA_AA'],
    ['\u00e9\t', '??'],
    ['   ', 'blank'],
  ])('of %j is %s', (text, shape) => {
    expect(shapeOf(text)).toBe(shape);
  });
});
