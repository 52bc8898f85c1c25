import { achLines, addenda05, addenda98, addenda99, asFile, type BatchLines, traceOf } from '@payments/testing';
import { readAchFile } from '../ach/ach-file-reader.js';
import { isRejected, itemOf, rejectedTraceOf } from './returned-item.js';

async function itemsOf(batch: BatchLines) {
  const items = [];
  for await (const event of readAchFile([asFile(achLines([batch]))])) {
    if (event.kind === 'entries') items.push(...event.entries.map((entry) => itemOf(entry, event.batch)));
  }
  return items;
}
const one = async (addenda: string, batch: Partial<BatchLines> & { amount?: number } = {}) =>
  (await itemsOf({ ...batch, entries: [{ code: 26, amount: batch.amount ?? 1_000, addenda: [addenda] }] }))[0];

describe('an entry in a file of a bank', () => {
  it('with addenda 99 is a return of the original entry', async () => {
    const trace = traceOf(5, '23138010');
    expect(
      await one(addenda99({ code: 'R10', original: traceOf(42), trace }), { settlementDate: '328' }),
    ).toMatchObject({
      ...{ kind: 'return', code: 'R10', original_trace: traceOf(42), amount: 1_000, direction: 'debit' },
      ...{ company_id: '1234567890', settlement_day: '328', individual_id: 'REF0001', account_number: '744-5678-99' },
    });
  });

  it('with addenda 98 is a change with its corrected data', async () => {
    const change = addenda98({ code: 'C02', original: traceOf(42), data: '021000021' });
    expect(await one(change, { sec: 'COR', amount: 0 })).toMatchObject({
      ...{ kind: 'change', code: 'C02', original_trace: traceOf(42), corrected_data: '021000021', amount: 0 },
    });
  });

  it('has the ids that the bank writes to the right of their columns', async () => {
    const batch = { companyId: ' 123456789', entries: [{ code: 26, id: '        REF0001', addenda: [addenda99()] }] };
    expect(await itemsOf(batch)).toMatchObject([{ company_id: '123456789', individual_id: 'REF0001', odd: null }]);
  });

  it('that breaks a rule of the format says which, and where', async () => {
    const [item] = await itemsOf({ entries: [{ code: 27, addenda: [addenda99({ original: traceOf(42) })] }] });
    expect(item).toMatchObject({
      ...{ kind: 'return', original_trace: traceOf(42), direction: 'debit', amount: 1_000 },
      odd: 'transaction_code_use, columns 2 to 3: expected a code of returns and changes (21, 26, 31, 36), found 27',
    });
  });

  it('that the bank marked as rejected is one of ours, by its sequence', async () => {
    const lines = achLines([{ entries: [{ sequence: 7 }] }]).map((line) =>
      line.startsWith('6') ? line.replace('091000010000007', 'REJ060300000007') : line,
    );
    for await (const event of readAchFile([asFile(lines)])) {
      if (event.kind !== 'entries') continue;
      const item = itemOf(event.entries[0]!, event.batch);
      expect(item).toMatchObject({ kind: 'reject', code: 'REJ06030', amount: 1_000, direction: 'debit' });
      expect(isRejected(item) && rejectedTraceOf(item, '09100001')).toBe(traceOf(7));
    }
    expect.hasAssertions();
  });

  it.each(['C08', 'C14', 'C99', 'C61'])('with change code %s is for a person', async (code) => {
    expect(await one(addenda98({ code }), { sec: 'COR', amount: 0 })).toMatchObject({
      kind: 'unsupported_change',
      code,
    });
  });

  it.each([
    ['R68', `   ${traceOf(9)}32801`],
    ['R73', `328${traceOf(9)}32801${traceOf(8)}32968`],
  ])('with return code %s is for a person', async (code, information) => {
    expect(await one(addenda99({ code, information }))).toMatchObject({
      kind: 'dishonored_return',
      code,
      amount: 1_000,
    });
  });

  it.each([
    ['no addenda', []],
    ['remittance', [addenda05(1)]],
  ])('that pays, with %s, is an incoming entry', async (_, addenda) => {
    const [item] = await itemsOf({ entries: [{ code: 22, amount: 5, addenda }] });
    expect(item).toMatchObject({ kind: 'incoming_entry', code: null, amount: 5, direction: 'credit' });
  });

  const oddType = addenda99().replace(/^799/, '798');
  it.each([
    ['no addenda', 21, []],
    ['remittance', 36, [addenda05(1)]],
    ['addenda of an odd type', 41, [oddType]],
    ['addenda of an odd type and the code of a payment', 27, [oddType]],
    ['remittance, addenda of an odd type and the code of a payment', 27, [addenda05(1), oddType]],
    ['no addenda, of a loan', 56, []],
  ])('that comes back, with %s, is a return that may have gone either way', async (_, code, addenda) => {
    const [item] = await itemsOf({ entries: [{ code, amount: 5, addenda }], settlementDate: '328' });
    expect(item).toMatchObject({ kind: 'unmatched_return', code: null, amount: 5, direction: null });
    expect(item).toMatchObject({ settlement_day: '328', odd: expect.any(String) });
  });
});
