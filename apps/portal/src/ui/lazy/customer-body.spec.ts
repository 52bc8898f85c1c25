import { businessBody, personBody } from './customer-body.js';

const address = { address1: '1 Main Street', city: 'Springfield', state: 'IL', zip5: '62701' };

describe('the body of a new customer', () => {
  it('has the address of a person at home, and every contact that was typed', () => {
    const typed = { customer_reference_id: 'jane', first_name: 'Jane', last_name: 'Doe', date_of_birth: '1984-02-29' };
    expect(personBody({ ...typed, ...address, email: 'jane@example.com' })).toEqual({
      ...typed,
      addresses: [{ type: 'home', country: 'US', ...address }],
      contacts: [{ type: 'email', value: 'jane@example.com' }],
    });
  });

  it('says of the number of a business that it is an EIN, and only where there is one', () => {
    const typed = { customer_reference_id: 'initech', legal_name: 'Initech LLC' };
    const addresses = [{ type: 'legal', country: 'US', ...address }];
    expect(businessBody({ ...typed, ...address })).toEqual({ ...typed, addresses });
    expect(businessBody({ ...typed, ...address, tax_id: '123456789' })).toEqual({
      ...{ ...typed, addresses, tax_id: '123456789', tax_id_type: 'ein' },
    });
  });
});
