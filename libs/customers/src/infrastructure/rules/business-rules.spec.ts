import { Business } from '../../domain/business.js';
import type { BusinessState } from '../../domain/business.js';
import { judgeBusiness } from './business-rules.js';

const now = new Date('2026-03-01T00:30:00Z');
const seat = { type: 'legal', address1: '1 Main St', city: 'Austin', state: 'TX', country: 'US', zip5: '78701' };
const input = { customer_reference_id: 'acme', legal_name: 'Acme, Inc.', addresses: [seat] };
const acme = Business.register(input, { id: 'acme', now }).snapshot();
const [address] = acme.addresses;

const problemsOf = (changes: Partial<BusinessState>) => judgeBusiness({ ...acme, ...changes });

describe('the rules for businesses', () => {
  it('accept a valid business, even without tax id and address', () => {
    expect(problemsOf({ tax_id: '123456789', tax_id_type: 'ein' })).toEqual([]);
    expect(problemsOf({ addresses: [] })).toEqual([]);
  });

  it('accept exactly the prefixes that the IRS assigns', () => {
    const refused = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0')).filter(
      (prefix) => problemsOf({ tax_id: `${prefix}3456789`, tax_id_type: 'ein' }).length > 0,
    );
    expect(refused).toEqual([
      ...['00', '07', '08', '09', '17', '18', '19', '28', '29', '49'],
      ...['69', '70', '78', '79', '89', '96', '97'],
    ]);
  });

  it.each([
    ['12345678', 'ein', ['incomplete_tax_id']],
    ['', 'tin', ['incomplete_tax_id']],
    [null, 'tin', ['incomplete_tax_id']],
    ['123456789', null, ['incomplete_tax_id']],
    ['070123456', 'ein', ['invalid_tax_id']],
    ['070123456', 'tin', []],
    ['000123456', 'tin', ['invalid_tax_id']],
    ['971501234', 'tin', []],
    ['971501234', 'ein', ['invalid_tax_id']],
    ['120000000', 'ein', ['invalid_tax_id']],
  ] as const)('find of the tax id %j of type %j: %j', (tax_id, tax_id_type, expected) => {
    expect(problemsOf({ tax_id, tax_id_type })).toEqual(expected);
  });

  it('require letters or digits in the name, and a complete legal address', () => {
    expect(problemsOf({ legal_name: '76' })).toEqual([]);
    expect(problemsOf({ legal_name: '#/-' })).toEqual(['invalid_name']);
    expect(problemsOf({ addresses: [{ ...address!, type: 'home', city: ' ' }] })).toEqual([
      ...['incomplete_address', 'invalid_address_type'],
    ]);
  });
});
