import { bankCompany, bankProfile } from '@payments/testing';
import { parseProfiles } from '../infrastructure/profiles/read-profiles.js';
import { companyIdsOf, identityOf } from './company-identity.js';

const read = (identities: readonly object[], more: object = {}) => {
  const companies = [bankCompany({ company_id: '1', company_name: 'ACME', identities })];
  return parseProfiles(JSON.stringify(bankProfile({ companies, ...more })))[0]!.companies[0]!;
};

const identities = [
  { direction: 'debit', sec: 'WEB', company_id: '2', company_name: 'ACME SHOP' },
  { direction: 'debit', company_id: '3', discretionary_data: 'COLLECTIONS' },
  { sec: 'CCD', company_name: 'ACME B2B' },
];

describe('the identity of a company at its bank', () => {
  it.each([
    ['debit', 'WEB', ['2', 'ACME SHOP', '']],
    ['debit', 'CCD', ['3', 'ACME', 'COLLECTIONS']],
    ['credit', 'CCD', ['1', 'ACME B2B', '']],
    ['credit', 'PPD', ['1', 'ACME', '']],
  ] as const)('of a %s by %s is the first that fits, or else its own', (direction, sec, expected) => {
    const { company_id, company_name, discretionary_data } = identityOf(read(identities), { direction, sec });
    expect([company_id, company_name, discretionary_data]).toEqual(expected);
  });

  it('has every id that a bank may send back', () => {
    expect(companyIdsOf(read(identities))).toEqual(['1', '2', '3']);
  });

  it.each([
    ['of an SEC code that the direction does not use', [{ direction: 'credit', sec: 'WEB', company_id: '2' }]],
    ['after one that fits all of its batches', [{ direction: 'debit', company_id: '2' }, identities[0]!]],
  ])('is refused where it fits no batch: %s', (_, wrong) => {
    expect(() => read(wrong)).toThrow(/companies\[0\]\.identities\[\d\]: fits no batch/);
  });

  it('may not have ids of its own where the name of a file has the company id', () => {
    const outbound = { directory: '/inbound', name: '{company_id}_{date}_{time}_{modifier}.ach' };
    expect(() => read([{ direction: 'debit', company_id: '2' }], { outbound })).toThrow(/uses \{company_id\}/);
    expect(read([{ direction: 'debit', company_name: 'ACME PAY' }], { outbound }).identities).toHaveLength(1);
  });
});
