import { batchKeyOf, type BatchKeyParts, compareBatchKeys, serviceClassOf } from './batch-key.js';

const parts: BatchKeyParts = {
  company_id: '1234567890',
  company_name: 'ACME CORP',
  sec: 'PPD',
  company_entry_description: 'PAYMENT',
  company_descriptive_date: '261124',
  effective_entry_date: '261124',
  direction: 'credit',
};

describe('the key of a batch', () => {
  it('differs when any part differs', () => {
    const others: Partial<BatchKeyParts>[] = [
      { company_id: '1234567891' },
      { company_name: 'ACME' },
      { sec: 'CCD' },
      { company_entry_description: 'PAYROLL' },
      { company_descriptive_date: '' },
      { effective_entry_date: '261125' },
      { direction: 'debit' },
    ];
    const keys = [{}, ...others].map((other) => batchKeyOf({ ...parts, ...other }));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('keeps neighboring parts apart', () => {
    const one = batchKeyOf({ ...parts, company_id: '1', company_name: '2' });
    expect(batchKeyOf({ ...parts, company_id: '12', company_name: '' })).not.toBe(one);
  });

  it('orders by company first, in byte order', () => {
    const keys = ['B', 'a', 'A'].map((company_id) => batchKeyOf({ ...parts, company_id }));
    expect(keys.toSorted(compareBatchKeys).map(([first]) => first)).toEqual(['A', 'B', 'a']);
    expect(compareBatchKeys(keys[0]!, keys[0]!)).toBe(0);
  });

  it('refuses a part that its field cannot hold', () => {
    expect(() => batchKeyOf({ ...parts, company_name: 'X'.repeat(17) })).toThrow(RangeError);
  });
});

describe('the service class of a batch', () => {
  it('is 220 for credits, 225 for debits, and 200 with an offset', () => {
    expect(serviceClassOf('credit', { hasOffset: false })).toBe(220);
    expect(serviceClassOf('debit', { hasOffset: false })).toBe(225);
    expect(serviceClassOf('debit', { hasOffset: true })).toBe(200);
  });
});
