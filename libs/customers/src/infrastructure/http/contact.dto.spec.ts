import { errorsOf } from '@payments/testing';
import { BusinessContactDto, PersonContactDto } from './contact.dto.js';

const NO_VALUES = ['acme', 'a_b.com', '', 7, {}, ['x'], 'x'.repeat(256)];
const noTypes = (value: unknown) => ['fax', 'Phone', 7, ['phone'], 'toString'].map((type) => ({ type, value }));

describe('the value of a contact', () => {
  it.each(NO_VALUES)('is not judged when it is %j and the type is not one of the customer', (value) => {
    for (const sent of [{ type: 'website', value }, ...noTypes(value)]) {
      expect([sent, errorsOf(PersonContactDto, sent)]).toEqual([sent, ['type invalid_contacts_type']]);
    }
    for (const sent of noTypes(value)) {
      expect([sent, errorsOf(BusinessContactDto, sent)]).toEqual([sent, ['type invalid_contacts_type']]);
    }
  });

  it.each(NO_VALUES)('is not judged when it is %j and the type is missing', (value) => {
    for (const type of [PersonContactDto, BusinessContactDto]) {
      expect(errorsOf(type, { value })).toEqual(['type missing_contacts_type']);
    }
  });

  it.each(NO_VALUES)('is refused when it is %j and the type is one of the customer', (value) => {
    expect(errorsOf(BusinessContactDto, { type: 'website', value })).toEqual(['value invalid_contacts_value']);
    for (const type of [PersonContactDto, BusinessContactDto]) {
      expect(errorsOf(type, { type: 'email', value })).toEqual(['value invalid_contacts_value']);
      expect(errorsOf(type, { type: 'phone', value })).toEqual(['value invalid_phone_value']);
    }
  });

  it('is missed whatever the type is', () => {
    expect(errorsOf(PersonContactDto, { type: 'website', value: null })).toEqual([
      'type invalid_contacts_type',
      'value missing_contacts_value',
    ]);
  });
});
