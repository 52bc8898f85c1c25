import { countOf } from '@payments/testing';
import fc from 'fast-check';
import { readXmlDocument } from '../../infrastructure/xml/xml-parts.js';
import { type Item, type Layout, readLayout, writeLayout } from './element-layout.js';
import { IsoFaults } from './iso-diagnostic.js';
import type { ValueType } from './iso-values.js';
import * as values from './iso-values.js';
import { messageOf, messageTypes, NAMESPACE } from './message-types.table.js';
import { applicationHeader, camt056, pacs008, pacs028 } from './messages.table.js';
import { wrapped, xmlDocument } from './xml-writer.js';

const printable = fc.string({ unit: fc.constantFrom(...' &<>"\'/.-09AMZamz~'), minLength: 1, maxLength: 36 });
const cents = fc.oneof(fc.bigInt({ min: 0n, max: 999_999_999_999_999n }), fc.constantFrom(0n, 1n, 99n, 100n));
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((each) => each.toISOString().slice(0, 10));
const instant = fc
  .integer({ min: Date.UTC(2007, 6) / 1_000, max: Date.UTC(2099, 0) / 1_000 })
  .map((seconds) => new Date(seconds * 1_000));
/** Without the hour that November has twice, which a time without a zone cannot tell. */
const localInstant = instant.filter((each) => each.getUTCMonth() !== 10 || ![5, 6].includes(each.getUTCHours()));

const shared = new Map<ValueType<unknown>, fc.Arbitrary<unknown>>([
  [values.amount, cents],
  [values.decimal, cents],
  [values.count, fc.integer({ min: 0, max: 999_999_999_999_999 })],
  [values.date, day],
  [values.dateTime, instant],
  [values.localDateTime, localInstant],
  [values.uetr, fc.uuid({ version: 4 })],
  [values.code, fc.constantFrom('AC03', '9910', 'X')],
]);
const samples = [
  'CACC',
  'SVGS',
  'USABA',
  'CLRG',
  'FDN',
  'TCH',
  'SLEV',
  'USD',
  'US',
  '091000019',
  '091000019A1',
  'AC03',
];

/** What the type takes, without a look at how it reads. */
function arbitraryOf(type: ValueType<unknown>): fc.Arbitrary<unknown> {
  const known = shared.get(type);
  if (known !== undefined) return known;
  const fits = (each: string) => type.write(each) !== undefined;
  const fitting = samples.filter(fits);
  return type.rule === 'element_text' ? printable.filter(fits) : fc.constantFrom(...fitting);
}

function valuesOf(item: Item): fc.Arbitrary<unknown> {
  switch (item.kind) {
    case 'constant':
      return fc.constant(undefined);
    case 'value':
      return repeated(item.occurs, arbitraryOf(item.type));
    case 'group':
      return repeated(item.occurs, recordOf(item.layout));
    case 'choice': {
      const alternatives = Object.entries(item.layout).map(([name, each]) =>
        valuesOf({ ...each, occurs: 'once' }).map((value) => ({ [name]: value })),
      );
      return repeated(item.occurs, fc.oneof(...alternatives));
    }
  }
}

function repeated(occurs: Item['occurs'], each: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  if (occurs === 'many') return fc.array(each, { maxLength: 2 });
  return occurs === 'optional' ? fc.option(each, { nil: undefined }) : each;
}

function recordOf(layout: Layout): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(layout).filter(([, item]) => item.kind !== 'constant');
  return fc
    .record(Object.fromEntries(fields.map(([name, item]) => [name, valuesOf(item)])))
    .map((drawn) => Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)));
}

const families = Object.entries(messageTypes).flatMap(([family, { layouts }]) =>
  Object.keys(layouts).map((version): [string, Layout] => {
    const definition = `${family}.${version}`;
    return [definition, messageOf(definition)!.layout];
  }),
);
const layouts: [string, Layout][] = [
  ...new Map(families.map((each) => [each[1], each])).values(),
  ['pacs.008 of RTP', pacs008('rtp')],
  ['pacs.028 of RTP', pacs028('rtp')],
  ['camt.056 of RTP', camt056('rtp')],
  ['the header of FedNow', applicationHeader('fednow')],
  ['the header of RTP', applicationHeader('rtp')],
];

describe('a message that is written', () => {
  it.each(layouts)('is read with every value as it was: %s', async (_, layout) => {
    const identity = fc.asyncProperty(recordOf(layout), async (drawn) => {
      const body = wrapped('Body', writeLayout(layout, drawn as never), { xmlns: `${NAMESPACE}test` });
      const faults = new IsoFaults('test');
      const read = readLayout(layout, await readXmlDocument([xmlDocument(body)]), { faults });
      faults.assertNone();
      expect(read).toEqual(drawn);
    });
    await fc.assert(identity, { numRuns: countOf(60, 'ROUND_TRIPS') });
  });
});
