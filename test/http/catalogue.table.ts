import { account, business, payout, person } from '../support/e2e/bodies.js';
import type { Body } from '../support/e2e/bodies.js';

/** What a field takes and refuses: just inside its bounds, and just outside. Without `missing` it may be left out. */
export interface FieldCase {
  /** The path in the body: `addresses[0].zip5`. */
  readonly field: string;
  readonly missing?: string;
  readonly invalid: string;
  readonly takes: readonly unknown[];
  readonly refuses: readonly unknown[];
  /** What a `PATCH` takes nevertheless. */
  readonly patches?: readonly unknown[];
}

export interface Resource {
  readonly path: string;
  /** A full valid body; its reference is made from the mark. */
  readonly body: (mark: string) => Body;
  readonly fields: readonly FieldCase[];
  /** Whether there is `PUT` by reference, and `PUT` and `PATCH` by id. */
  readonly changed: boolean;
  /** The errors of an empty body, in their order. */
  readonly empty: readonly string[];
}

const NO_TEXT: readonly unknown[] = [7, true, {}, ['x'], [], ''];
const UNCLEAN: readonly unknown[] = ['a\u0000', 'a\u0007b', 'a\u202eb', ' ', '\ud800'];
const x = (length: number) => 'x'.repeat(length);

function optional(field: string, takes: readonly unknown[], refuses: readonly unknown[]): FieldCase {
  return { field, invalid: `invalid_${last(field)}`, takes, refuses };
}
function required(field: string, takes: readonly unknown[], refuses: readonly unknown[]): FieldCase {
  return { ...optional(field, takes, refuses), missing: `missing_${last(field)}` };
}
/** The case with codes of another stem than the name of its field. */
function bound(stem: string, { missing, ...rest }: FieldCase): FieldCase {
  return { ...rest, invalid: `invalid_${stem}`, ...(missing !== undefined && { missing: `missing_${stem}` }) };
}
function last(field: string): string {
  return field.split('.').at(-1)!;
}

const emptyable = (values: readonly unknown[]) => values.filter((value) => value !== '' && value !== ' ');
const NAMES = [x(255), 'Zoë', "O'Neill", 'Anna-Lena', 'J. R.', 'Müller'];
const NO_NAMES = [...NO_TEXT, ...UNCLEAN, x(256), 'R2D2', 'a_b', 'a@b', 'Иван', '<b>'];
const TRADE_NAMES = [x(255), '3M', 'A/B: #1', 'Bolt & Sons (NV), Inc.', 'Crème–Brûlée'];
const NO_TRADE_NAMES = [...NO_TEXT, ...UNCLEAN, x(256), 'Acme!', 'a_b', 'a@b', 'Ромашка'];
const REFERENCES_REFUSED = [...NO_TEXT, ...UNCLEAN, x(256)];
const LINES = ['1', x(255), '500 Market St, #4'];
const NO_LINES = [...NO_TEXT, ...UNCLEAN, x(256)];
const DAYS = ['1984-02-29', '2000-02-29', '1999-12-31'];
const NO_DAYS = [
  ...NO_TEXT,
  '1983-02-29',
  '1900-02-29',
  '2001-04-31',
  '2001-13-01',
  '01/02/1990',
  '1990-1-2',
  '1990-01-01T00:00:00Z',
];
const METADATA = optional(
  'metadata',
  [{}, { a: '' }, { a: x(50) }, { [x(20)]: 1 }, { a: 1, b: true, c: 'x', d: -1.5, e: false }],
  [
    7,
    true,
    'x',
    [],
    { a: null },
    { a: {} },
    { a: [] },
    { a: x(51) },
    { [x(21)]: 1 },
    { a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 },
  ],
);

const addressFields = (type: string, other: string): FieldCase[] => [
  bound('addresses_type', required('addresses[0].type', [type], [...NO_TEXT, other, type.toUpperCase()])),
  required('addresses[0].address1', LINES, type === 'legal' ? [...NO_LINES, 'PO Box 12', 'P.O. 12'] : NO_LINES),
  optional('addresses[0].address2', [...LINES, '', ' '], emptyable(NO_LINES)),
  required('addresses[0].city', ['Reno', x(255)], NO_LINES),
  required('addresses[0].state', ['NV', 'DC', 'PR', 'AE'], [...NO_TEXT, 'nv', 'ZZ', 'Nevada', 'N']),
  required('addresses[0].country', ['US'], [...NO_TEXT, 'us', 'USA', 'CA']),
  required('addresses[0].zip5', ['00501', '99950'], [...NO_TEXT, '8950', '895011', '89501-1234', '8950a', 89501]),
];

/** The list of contacts: none is no list to create or replace with, but a patch removes them so. */
const contactsField = (takes: readonly unknown[]): FieldCase => ({
  ...optional('contacts', takes, [7, true, {}, 'x', [], ['x'], [null], [[]]]),
  patches: [[]],
});
const LONGEST_EMAIL = `${'a'.repeat(242)}@example.com`;
const contactFields = (type: string, types: readonly string[], others: readonly string[]): FieldCase[] => [
  bound('contacts_type', required('contacts[0].type', [type], [...NO_TEXT, ...others, type.toUpperCase()])),
  {
    ...required(
      'contacts[0].value',
      ['2025550100'],
      [...NO_TEXT, '202555010', '20255501000', '1025550100', '202-555-0100'],
    ),
    missing: 'missing_contacts_value',
    invalid: 'invalid_phone_value',
  },
  ...(types.includes('website')
    ? [
        bound(
          'contacts_value',
          optional(
            'contacts[1].value',
            ['acme.com', 'https://www.acme.co.uk/x'],
            ['acme', 'acme.onion', 'a_b.com', 'ftp://a.com', 7],
          ),
        ),
      ]
    : []),
  bound(
    'contacts_value',
    optional(
      `contacts[${types.indexOf('email')}].value`,
      ['a@b.co', LONGEST_EMAIL],
      ['a@b', 'a@@b.co', 'a.b.co', `a${LONGEST_EMAIL}`, 7],
    ),
  ),
];

let phones = 0;

/** A contact of each type; at most three customers may share a phone number, so each has its own. */
function contactsOf(types: readonly ('phone' | 'website' | 'email')[]): Body[] {
  const values = { phone: String(2_025_550_200 + ++phones), website: 'www.acme.com', email: 'jane@example.com' };
  return types.map((type) => ({ type, value: values[type] }));
}

export const persons: Resource = {
  path: '/deliver/persons',
  changed: true,
  empty: [
    'customer_reference_id missing_customer_reference_id',
    'first_name missing_first_name',
    'last_name missing_last_name',
    'date_of_birth missing_date_of_birth',
    'addresses missing_addresses',
  ],
  body: (mark) => ({
    ...person(mark),
    middle_name: 'Q.',
    contacts: contactsOf(['phone', 'email']),
    social_security_number: '123-45-6789',
    metadata: { team: 'payroll' },
  }),
  fields: [
    required('customer_reference_id', [], REFERENCES_REFUSED),
    required('first_name', NAMES, NO_NAMES),
    optional('middle_name', [...NAMES, '', ' '], emptyable(NO_NAMES)),
    required('last_name', NAMES, NO_NAMES),
    required('date_of_birth', DAYS, NO_DAYS),
    required('addresses', [], [7, true, {}, 'x', [], ['x'], [null], [{}, {}], [[]]]),
    ...addressFields('home', 'legal'),
    contactsField([[{ type: 'email', value: 'a@b.co' }]]),
    ...contactFields('phone', ['phone', 'email'], ['fax']),
    optional(
      'social_security_number',
      ['123456789', '899-99-9999', '900-70-0001'],
      [
        ...NO_TEXT,
        ...[
          '000-12-3456',
          '666-12-3456',
          '123-00-4567',
          '123-45-0000',
          '900-49-0001',
          '12345678',
          '1234567890',
          '123-456789',
        ],
      ],
    ),
    METADATA,
  ],
};

const ENTITY_TYPES = [
  'sole_proprietorship',
  'partnership',
  'limited_liability_partnership',
  'limited_liability_company',
];
const CORPORATIONS = ['c_corporation', 's_corporation', 'b_corporation', 'nonprofit_corporation'];

export const businesses: Resource = {
  path: '/deliver/businesses',
  changed: true,
  empty: ['customer_reference_id missing_customer_reference_id', 'legal_name missing_legal_name'],
  body: (mark) => ({
    ...business(mark),
    business_name: 'Northwind',
    account_holder_name: 'Jane Doe',
    incorporation_date: '1999-12-31',
    contacts: contactsOf(['phone', 'website', 'email']),
    metadata: { team: 'payroll' },
  }),
  fields: [
    required('customer_reference_id', [], REFERENCES_REFUSED),
    required('legal_name', TRADE_NAMES, [...NO_TRADE_NAMES, ' Acme']),
    optional('business_name', [...TRADE_NAMES, '', ' '], emptyable(NO_TRADE_NAMES)),
    optional('entity_type', [...ENTITY_TYPES, ...CORPORATIONS], [...NO_TEXT, 'corporation', 'C_CORPORATION']),
    required('tax_id', ['000000000', '999999999'], [...NO_TEXT, '12345678', '1234567890', '12-3456789', 123456789]),
    required('tax_id_type', ['tin', 'ein'], [...NO_TEXT, 'EIN', 'ssn']),
    optional('account_holder_name', [...NAMES, '', ' '], emptyable(NO_NAMES)),
    optional('incorporation_date', [...DAYS, '1600-01-01', '2099-12-31'], [...NO_DAYS, '1599-12-31', '2100-01-01']),
    optional('addresses', [], [7, true, {}, 'x', [], ['x'], [null], [{}, {}], [[]]]),
    ...addressFields('legal', 'home'),
    contactsField([[{ type: 'website', value: 'acme.com' }]]),
    ...contactFields('phone', ['phone', 'website', 'email'], ['fax']),
    METADATA,
  ],
};

const HOLDERS = ['x', x(255), 'Jane Doe', 'Acme & Sons, Inc. #1', 'José O’Brien', '3M'];
export const accounts: Resource = {
  path: '/deliver/external/accounts',
  changed: true,
  empty: [
    'account_reference_id missing_account_reference_id',
    'customer_reference_id missing_customer_reference_id',
    'customer_resource_type missing_customer_resource_type',
    'account_type missing_account_type',
    'account_number missing_account_number',
    'routing_number missing_routing_number',
    'account_holder_name missing_account_holder_name',
  ],
  body: (mark) => ({
    ...account(mark, 'business'),
    customer_reference_id: 'business-owner',
    metadata: { team: 'payroll' },
  }),
  fields: [
    required('account_reference_id', [], REFERENCES_REFUSED),
    required('customer_reference_id', [], REFERENCES_REFUSED),
    required('customer_resource_type', [], [...NO_TEXT, 'Business', 'company']),
    required('account_type', ['checking', 'savings'], [...NO_TEXT, 'Checking', 'loan']),
    required(
      'account_number',
      ['1234', '12345678901234567', '1-2-3-4', '12-34-56'],
      [...[...NO_TEXT, '123', '123456789012345678', '-1234', '1234-', '12--34', '12 34', '1234a', 1234]],
    ),
    required(
      'routing_number',
      ['021000021', '000000000'],
      [...NO_TEXT, '02100002', '0210000211', '02100-0021', 21000021],
    ),
    required('account_holder_name', HOLDERS, [
      ...NO_TEXT,
      ...UNCLEAN,
      x(256),
      'a<b',
      'a{b',
      'a\\b',
      'a^b',
      'a~b',
      'a`b',
      'Иван',
    ]),
    METADATA,
  ],
};

const ofParties = (field: string, fieldCase: (path: string) => FieldCase): FieldCase[] =>
  ['source', 'destination'].map((side) => bound(`${side}_${field}`, fieldCase(`${side}.${field}`)));
const owner = { account_reference_id: 'account-of-business-owner', customer_reference_id: 'business-owner' };
export const transfers: Resource = {
  path: '/deliver/transfers',
  changed: false,
  empty: [
    'transfer_reference_id missing_transfer_reference_id',
    'source missing_source_and_destination',
    'amount missing_amount',
    'currency missing_currency',
    'speed missing_speed',
  ],
  body: (mark) => ({
    ...payout(mark, owner),
    source: owner,
    account_statement_descriptor: 'ACME PAYROLL',
    metadata: { team: 'payroll' },
  }),
  fields: [
    required('transfer_reference_id', [], REFERENCES_REFUSED),
    ...ofParties('account_reference_id', (path) => required(path, [], REFERENCES_REFUSED)),
    ...ofParties('customer_reference_id', (path) => required(path, [], REFERENCES_REFUSED)),
    required('amount', [1, 9_999_999_999], [0, -1, 1.5, 10_000_000_000, '1', true, {}, []]),
    required('currency', ['USD'], [...NO_TEXT, 'usd', 'EUR']),
    required('speed', ['standard', 'same_day', 'asap'], [...NO_TEXT, 'Standard', 'next_day']),
    ...ofParties('statement_display_name', (path) => optional(path, ['A', x(140)], [...NO_TEXT, x(141), 'a_b', 'a!'])),
    optional('account_statement_descriptor', ['A', x(140), 'A1 .,-/&#'], [...NO_TEXT, x(141), 'a_b', 'a!', 'é']),
    METADATA,
  ],
};
