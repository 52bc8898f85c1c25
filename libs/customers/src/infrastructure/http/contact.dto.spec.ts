import { errorsOf } from '@payments/testing';
import { BusinessContactDto, PersonContactDto } from './contact.dto.js';

const NO_VALUES = ['acme', 'a_b.com', '', 7, {}, ['x'], 'x'.repeat(256)];
const noTypes = (value: unknown) => ['fax', 'Phone', 7, ['phone'], 'toString'].map((type) => ({ type, value }));

describe('the value of a contact', () => {
  it.each(NO_VALUES)('is not validated as %j when its type is not allowed', (value) => {
    for (const sent of [{ type: 'website', value }, ...noTypes(value)]) {
      expect([sent, errorsOf(PersonContactDto, sent)]).toEqual([sent, ['type invalid_contacts_type']]);
    }
    for (const sent of noTypes(value)) {
      expect([sent, errorsOf(BusinessContactDto, sent)]).toEqual([sent, ['type invalid_contacts_type']]);
    }
  });

  it.each(NO_VALUES)('is not validated as %j when its type is missing', (value) => {
    for (const type of [PersonContactDto, BusinessContactDto]) {
      expect(errorsOf(type, { value })).toEqual(['type missing_contacts_type']);
    }
  });

  it.each(NO_VALUES)('is rejected as %j when its type is allowed', (value) => {
    expect(errorsOf(BusinessContactDto, { type: 'website', value })).toEqual(['value invalid_contacts_value']);
    for (const type of [PersonContactDto, BusinessContactDto]) {
      expect(errorsOf(type, { type: 'email', value })).toEqual(['value invalid_contacts_value']);
      expect(errorsOf(type, { type: 'phone', value })).toEqual(['value invalid_phone_value']);
    }
  });

  it('is required whatever its type is', () => {
    expect(errorsOf(PersonContactDto, { type: 'website', value: null })).toEqual([
      'type invalid_contacts_type',
      'value missing_contacts_value',
    ]);
  });
});
