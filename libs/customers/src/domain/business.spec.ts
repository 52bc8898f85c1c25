import type { DomainError } from '@payments/kernel';
import { Business } from './business.js';
import type { BusinessInput } from './business.js';

const monday = new Date('2026-01-05T10:00:00Z');
const tuesday = new Date('2026-01-06T10:00:00Z');
const seat = {
  ...{ type: 'legal', address1: '1 Main Street', city: 'Springfield' },
  ...{ state: 'IL', country: 'US', zip5: '62701' },
};
const withoutTaxId: BusinessInput = { customer_reference_id: 'acme', legal_name: 'Acme, Inc.', addresses: [seat] };
const acme: BusinessInput = { ...withoutTaxId, tax_id: '123456789', tax_id_type: 'ein' };

const register = (input = acme) => Business.register(input, { id: 'b', now: monday });

function verified(): Business {
  const business = register();
  business.verified({ status: 'verified', reasons: [] }, monday);
  return Business.restore(business.snapshot());
}

const typesOf = (business: Business) => business.pullEvents().map(({ type }) => type);

describe(Business.name, () => {
  it('starts as created, with an event and without fields not sent', () => {
    const business = register();
    expect(typesOf(business)).toEqual(['business_created']);
    expect(business.snapshot()).toMatchObject({ business_name: null, entity_type: null, incorporation_date: null });
  });

  it.each<[string, BusinessInput]>([
    ['legal name', { ...acme, legal_name: 'Acme, LLC' }],
    ['tax id', { ...acme, tax_id: '123456780' }],
    ['type of tax id', { ...acme, tax_id_type: 'tin' }],
    ['city', { ...acme, addresses: [{ ...seat, city: 'Chicago' }] }],
  ])('with a new %s requests another verification', (_, input) => {
    const business = verified();
    business.replace(input, tuesday);
    expect(typesOf(business)).toEqual(['business_unverified']);
    expect(business.hasNewIdentity).toBe(true);
  });

  it.each<[string, Partial<BusinessInput>]>([
    ['trade name', { business_name: 'Acme' }],
    ['entity type', { entity_type: 'c_corporation' }],
    ['account holder name', { account_holder_name: 'Jane Doe' }],
    ['incorporation date', { incorporation_date: '1999-01-01' }],
  ])('with a new %s stays verified', (_, change) => {
    const business = verified();
    business.replace({ ...acme, ...change }, tuesday);
    expect(typesOf(business)).toEqual([]);
    expect(business.snapshot()).toMatchObject({ ...change, status: 'verified' });
  });

  it('keeps the tax id and its type when they are not sent', () => {
    const business = verified();
    business.replace(withoutTaxId, tuesday);
    expect(business.snapshot()).toMatchObject({ tax_id: '123456789', tax_id_type: 'ein', status: 'verified' });
  });
});

describe('required fields of an enterprise on registration', () => {
  const codes = (business: Business) => {
    try {
      business.demandTransferDetails();
      return [];
    } catch (error) {
      return (error as DomainError).fieldErrors.map(({ error_code }) => error_code);
    }
  };

  it('is the tax id, its type and an address', () => {
    expect(codes(register())).toEqual([]);
    expect(codes(register({ customer_reference_id: 'acme', legal_name: 'Acme' }))).toEqual([
      'missing_tax_id',
      'missing_tax_id_type',
      'missing_addresses',
    ]);
  });

  it('can be stored already, except the address, which a replacement drops', () => {
    const business = verified();
    business.replace({ customer_reference_id: 'acme', legal_name: 'Acme, Inc.' }, tuesday);
    expect(codes(business)).toEqual(['missing_addresses']);
  });
});
