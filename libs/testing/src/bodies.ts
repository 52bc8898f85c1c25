type Body = Record<string, unknown>;

let bodies = 0;

/** The body of a new person, with all fields that a transfer requires. */
export function aPerson(overrides: Body = {}): Body {
  return {
    customer_reference_id: `person-${++bodies}`,
    first_name: 'Jane',
    last_name: 'Doe',
    date_of_birth: '1985-04-12',
    social_security_number: '123-45-6789',
    addresses: [{ type: 'home', address1: '1 Elm St', city: 'Reno', state: 'NV', country: 'US', zip5: '89501' }],
    ...overrides,
  };
}

/** The body of a new business, with all fields that a transfer requires. */
export function aBusiness(overrides: Body = {}): Body {
  return {
    customer_reference_id: `business-${++bodies}`,
    legal_name: 'Northwind Trading LLC',
    tax_id: '123456789',
    tax_id_type: 'ein',
    addresses: [
      { type: 'legal', address1: '1 Main Street', city: 'Austin', state: 'TX', country: 'US', zip5: '78701' },
    ],
    ...overrides,
  };
}

/** The body of a new external account of a business; the caller sets its customer. */
export function anAccount(overrides: Body = {}): Body {
  return {
    account_reference_id: `account-${++bodies}`,
    customer_resource_type: 'business',
    account_type: 'checking',
    account_number: '1234567890',
    routing_number: '021000021',
    account_holder_name: 'Northwind Trading LLC',
    ...overrides,
  };
}
