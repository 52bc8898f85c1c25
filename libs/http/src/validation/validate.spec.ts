import { DomainError, InexactNumber } from '@payments/kernel';
import type { FieldError } from '@payments/kernel';
import { MetadataStorage } from 'class-validator';
import { ErrorOrder } from './error-order.js';
import {
  alternativesOf,
  AlsoCheck,
  AtLeastOneOf,
  checksOf,
  fieldsOf,
  isValidated,
  Optional,
  Required,
  requiresFields,
} from './fields.js';
import { metadata } from './metadata.js';
import { boolean, cents, emptyable, integerText, isPlainObject, listOf, objectOf, oneOf, text } from './rule.js';
import { validate } from './validate.js';

class Address {
  @Required(oneOf(['home', 'legal']), { stem: 'addresses_type' })
  declare type: string;

  @Required(text({ max: 10 }))
  declare zip5: string;

  @Optional(emptyable(text({ max: 10 })))
  declare address2?: string;
}

class Party {
  @Required(text({ max: 10, verbatim: true }), { stem: 'source_reference' })
  declare reference: string;
}

class Parent {
  @Required(text({ max: 5 }))
  declare name: string;
}

@AlsoCheck(({ amount, limit }) =>
  typeof amount === 'number' && typeof limit === 'number' && amount > limit
    ? [{ field: 'amount', error_code: 'amount_over_limit', message: 'amount is over the limit' }]
    : [],
)
@AlsoCheck(({ addresses }) =>
  Array.isArray(addresses) && addresses.length > 1
    ? [{ field: 'addresses[1].type', error_code: 'duplicate_type', message: 'twice the same type' }]
    : [],
)
class Sample extends Parent {
  @Required(cents({ max: 100 }))
  declare amount: number;

  @Optional(cents({ max: 100 }))
  declare limit?: number;

  @Optional(boolean(), { invalid: 'not_a_switch' })
  declare enabled?: boolean;

  @Optional(objectOf(() => Party), { stem: 'source' })
  declare source?: Party;

  @Optional(listOf(() => Address, { min: 1, max: 2 }))
  declare addresses?: Address[];
}

const fine = { name: 'Ann', amount: 5 };

function errorsOf(sent: Record<string, unknown>, type: new () => object = Sample): readonly FieldError[] {
  try {
    validate(type, sent);
    return [];
  } catch (error) {
    if (error instanceof DomainError) return error.fieldErrors;
    throw error;
  }
}
const codesOf = (sent: Record<string, unknown>, type?: new () => object) =>
  errorsOf(sent, type).map(({ field, error_code }) => `${field}: ${error_code}`);

describe('validate', () => {
  it('returns an instance of the class with the sent fields', () => {
    const value = validate(Sample, { ...fine, enabled: false });
    expect(value).toBeInstanceOf(Sample);
    expect({ ...value }).toEqual({ name: 'Ann', amount: 5, enabled: false });
  });

  it('drops unknown fields at every level', () => {
    const value = validate(Sample, {
      ...fine,
      role: 'admin',
      source: { reference: 'r', account_id: 'x' },
      addresses: [{ type: 'home', zip5: '12345', id: 1 }],
    });
    expect(JSON.parse(JSON.stringify(value))).toEqual({
      ...fine,
      source: { reference: 'r' },
      addresses: [{ type: 'home', zip5: '12345' }],
    });
  });

  it('omits absent fields instead of setting them', () => {
    expect(Object.keys(validate(Sample, { ...fine, limit: null }))).toEqual(['name', 'amount']);
  });

  it.each<[string, Record<string, unknown>]>([
    ['absent', { name: 'Ann' }],
    ['null', { name: 'Ann', amount: null }],
    ['undefined', { name: 'Ann', amount: undefined }],
  ])('calls a required field that is %s missing', (_, sent) => {
    expect(errorsOf(sent)).toEqual([{ field: 'amount', error_code: 'missing_amount', message: 'amount is required' }]);
  });

  it('calls a field that breaks its rule invalid and states the rule', () => {
    expect(errorsOf({ ...fine, amount: '5' })).toEqual([
      {
        field: 'amount',
        error_code: 'invalid_amount',
        message: 'amount must be a whole number of cents from 1 to 100',
      },
    ]);
    expect(codesOf({ ...fine, limit: 'x' })).toEqual(['limit: invalid_limit']);
  });

  it('counts null in an optional field as left out', () => {
    expect(codesOf({ ...fine, limit: null, enabled: null, source: null, addresses: null })).toEqual([]);
  });

  it('calls blank text in a required field invalid, not missing', () => {
    expect(codesOf({ ...fine, name: '' })).toEqual(['name: invalid_name']);
    expect(codesOf({ ...fine, name: '  ' })).toEqual(['name: invalid_name']);
  });

  it('counts blank text as absent only where the rule says so', () => {
    const address = { type: 'home', zip5: '12345' };
    for (const address2 of ['', '   ']) {
      const value = validate(Sample, { ...fine, addresses: [{ ...address, address2 }] });
      expect(Object.keys(value.addresses![0]!)).toEqual(['type', 'zip5']);
    }
  });

  it('lists every error in the order of declaration, the parent class first', () => {
    const sent = { addresses: 1, enabled: 'x', source: 1, amount: 0 };
    expect(codesOf(sent)).toEqual([
      'name: missing_name',
      'amount: invalid_amount',
      'enabled: not_a_switch',
      'source: invalid_source',
      'addresses: invalid_addresses',
    ]);
  });

  it('leads with the first error', () => {
    expect(() => validate(Sample, { enabled: 1 })).toThrow(
      expect.objectContaining({ code: 'missing_name', message: 'name is required', kind: 'invalid' }),
    );
  });

  it('names nested fields by their path and by the codes of their binding', () => {
    const sent = { ...fine, source: {}, addresses: [{ type: 'x', zip5: '12345' }, { type: 'home' }] };
    expect(codesOf(sent)).toEqual([
      'source.reference: missing_source_reference',
      'addresses[0].type: invalid_addresses_type',
      'addresses[1].zip5: missing_zip5',
      'addresses[1].type: duplicate_type',
    ]);
  });

  it('calls a list invalid if any element is not an object', () => {
    expect(codesOf({ ...fine, addresses: [{ type: 'home', zip5: '1' }, 'x'] })).toEqual([
      'addresses: invalid_addresses',
      'addresses[1].type: duplicate_type',
    ]);
  });

  it('orders errors of checks over several fields by the named field', () => {
    const sent = { name: 'Ann', amount: 9, limit: 5, enabled: 1 };
    expect(codesOf(sent)).toEqual(['amount: amount_over_limit', 'enabled: not_a_switch']);
  });

  it('runs a check over several fields even if single ones are invalid', () => {
    expect(codesOf({ amount: 9, limit: 5 })).toEqual(['name: missing_name', 'amount: amount_over_limit']);
  });

  it('converts values to their stored form', () => {
    expect(validate(Sample, { ...fine, name: 'Zoe\u0308' }).name).toBe('Zo\u00eb');
    expect(validate(Sample, { ...fine, source: { reference: 'Zoe\u0308' } }).source!.reference).toBe('Zoe\u0308');
  });

  it('reads own fields only, so that a prototype cannot lend one', () => {
    const lent = Object.create({ name: 'Ann', amount: 5 }) as Record<string, unknown>;
    expect(codesOf(lent)).toEqual(['name: missing_name', 'amount: missing_amount']);
  });

  it('lets a body change no prototype', () => {
    const sent = JSON.parse(
      '{"name":"Ann","amount":5,"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    ) as Record<string, unknown>;
    const value = validate(Sample, sent);
    expect(Object.getPrototypeOf(value)).toBe(Sample.prototype);
    expect('polluted' in value || 'polluted' in {}).toBe(false);
  });
});

describe('client input that becomes class instances', () => {
  class Loose {
    @Optional(metadata())
    declare metadata?: object;

    @Optional(text({ max: 10 }))
    declare name?: string;

    @Optional(objectOf(() => Party))
    declare party?: Party;

    @Optional(listOf(() => Party, { min: 1, max: 2 }))
    declare parties?: Party[];
  }
  const hostile: readonly [string, unknown][] = [
    ['a constructor', { constructor: 1 }],
    ['a constructor that is a list', { constructor: [] }],
    ['a constructor with a prototype', { constructor: { prototype: {} } }],
    ['a then', { then: 1 }],
    ['a toString and a valueOf', { toString: 1, valueOf: 1 }],
    ['a __proto__', JSON.parse('{"__proto__":[],"length":100000000}')],
    ['a list of objects within lists', [[{ constructor: 1 }], { then: 1 }]],
    ['a number of another notation', new InexactNumber(1.5)],
  ];

  it.each(hostile)('is refused without calling any of it: %s', (_, value) => {
    expect(codesOf({ name: value }, Loose)).toEqual(['name: invalid_name']);
    expect(codesOf({ parties: value }, Loose)).toEqual(['parties: invalid_parties']);
    const isObject = isPlainObject(value);
    expect(codesOf({ party: value }, Loose)).toEqual([
      isObject ? 'party.reference: missing_source_reference' : 'party: invalid_party',
    ]);
    expect(codesOf({ parties: [value] }, Loose)).toEqual([
      isObject ? 'parties[0].reference: missing_source_reference' : 'parties: invalid_parties',
    ]);
  });

  it('is kept unchanged where any name is allowed', () => {
    const sent = { constructor: 1, toString: 'x', then: true };
    expect(validate(Loose, { metadata: sent }).metadata).toEqual(sent);
  });

  it('creates no instances for a refused list of 100,000 empty objects', () => {
    const made = jest.fn();
    class Counted {
      constructor() {
        made();
      }

      @Optional(text({ max: 5 }))
      declare name?: string;
    }
    class Short {
      @Required(listOf(() => Counted, { min: 1, max: 1 }))
      declare items: Counted[];
    }
    const items = Array.from({ length: 100_000 }, () => ({}));
    expect(codesOf({ items }, Short)).toEqual(['items: invalid_items']);
    expect(made).not.toHaveBeenCalled();
  });

  it('resolves the constraints of a class once, not on each request', () => {
    const lookUps = jest.spyOn(MetadataStorage.prototype, 'getTargetValidationMetadatas');
    class Fresh extends Sample {}
    const sent = { ...fine, addresses: [{ type: 'home', zip5: '12345' }] };
    for (let request = 0; request < 10; request++) validate(Fresh, sent);
    expect(lookUps.mock.calls.filter(([type]) => type === Fresh)).toHaveLength(1);
    lookUps.mockRestore();
  });
});

describe('a rule that one of several fields must be there', () => {
  @AtLeastOneOf(['left', 'right'], { error_code: 'missing_both', message: 'left or right is required' })
  class Sides {
    @Optional(text({ max: 5 }))
    declare left?: string;

    @Optional(text({ max: 5 }))
    declare right?: string;
  }

  it('is satisfied by each of them, and not by null', () => {
    expect([{ left: 'x' }, { right: 'x' }, { left: 'x', right: 'x' }].flatMap((sent) => codesOf(sent, Sides))).toEqual(
      [],
    );
    expect(codesOf({}, Sides)).toEqual(['left: missing_both']);
    expect(codesOf({ left: null, right: null }, Sides)).toEqual(['left: missing_both']);
  });

  it('makes an empty object invalid, as a required field does', () => {
    class Free {
      @Optional(text({ max: 5 }))
      declare left?: string;
    }
    expect([Sides, Sample, Free].map((type) => requiresFields(type))).toEqual([true, true, false]);
    expect([Sides, Free].map((type) => alternativesOf(type))).toEqual([['left', 'right'], []]);
  });
});

describe('an order of errors', () => {
  @ErrorOrder(['second', 'first'])
  class Pair {
    @Required(text({ max: 5 }))
    declare first: string;

    @Required(text({ max: 5 }))
    declare second: string;

    @Optional(text({ max: 5 }))
    declare third?: string;
  }

  @AlsoCheck(({ last }) =>
    last === 'twice' ? [{ field: 'last', error_code: 'twice_wrong', message: 'last is wrong once more' }] : [],
  )
  @ErrorOrder(['last', 'left.second', 'right', 'right.second', 'left.first', 'right.first', 'nobody'])
  class Ordered {
    @Required(text({ max: 5 }))
    declare unlisted: string;

    @Optional(objectOf(() => Pair))
    declare left?: Pair;

    @Optional(objectOf(() => Pair))
    declare right?: Pair;

    @Optional(listOf(() => Pair, { min: 1, max: 2 }))
    declare pairs?: Pair[];

    @Required(text({ max: 4 }))
    declare last: string;
  }

  it('lists named paths first, across nested objects, then the others as declared', () => {
    const wrong = { first: 1, second: 2, third: 3 };
    expect(codesOf({ left: wrong, right: wrong }, Ordered)).toEqual([
      'last: missing_last',
      'left.second: invalid_second',
      'right.second: invalid_second',
      'left.first: invalid_first',
      'right.first: invalid_first',
      'unlisted: missing_unlisted',
      'left.third: invalid_third',
      'right.third: invalid_third',
    ]);
  });

  it('orders an object that is invalid as a whole by its path', () => {
    expect(codesOf({ unlisted: 'x', last: 'x', left: {}, right: 7 }, Ordered)).toEqual([
      'left.second: missing_second',
      'right: invalid_right',
      'left.first: missing_first',
    ]);
  });

  it('keeps the order of errors of one path', () => {
    expect(codesOf({ last: 'twice' }, Ordered)).toEqual([
      'last: invalid_last',
      'last: twice_wrong',
      'unlisted: missing_unlisted',
    ]);
  });

  it('of a nested class applies within each of its objects', () => {
    expect(codesOf({ unlisted: 'x', last: 'x', pairs: [{}, { third: 3 }] }, Ordered)).toEqual([
      'pairs[0].second: missing_second',
      'pairs[0].first: missing_first',
      'pairs[1].second: missing_second',
      'pairs[1].first: missing_first',
      'pairs[1].third: invalid_third',
    ]);
  });

  it('is inherited from the parent unless the class declares one', () => {
    class Heir extends Pair {}
    @ErrorOrder(['first', 'third'])
    class Rebel extends Pair {}
    expect(codesOf({ third: 3 }, Heir)).toEqual([
      'second: missing_second',
      'first: missing_first',
      'third: invalid_third',
    ]);
    expect(codesOf({ third: 3 }, Rebel)).toEqual([
      'first: missing_first',
      'third: invalid_third',
      'second: missing_second',
    ]);
  });
});

describe('the OpenAPI schema of a field', () => {
  class Query {
    @Optional(integerText({ min: 0, max: 5 }))
    declare size?: number;

    @Optional(text({ max: 5 }))
    declare name?: string;
  }
  const schemaOf = (type: { prototype: object }, field: string) =>
    Reflect.getMetadata('swagger/apiModelProperties', type.prototype, field) as Record<string, unknown>;

  it('allows null only for optional fields', () => {
    expect(schemaOf(Sample, 'limit')).toMatchObject({
      required: false,
      anyOf: [{ type: 'integer' }, { type: 'null' }],
    });
    expect(schemaOf(Sample, 'source')).toMatchObject({
      anyOf: [{ $ref: '#/components/schemas/Party' }, { type: 'null' }],
    });
    expect(schemaOf(Sample, 'addresses')).toMatchObject({
      anyOf: [{ type: 'array', items: { $ref: '#/components/schemas/Address' }, maxItems: 2 }, { type: 'null' }],
    });
    expect(schemaOf(Sample, 'amount')).toMatchObject({ type: 'integer', minimum: 1 });
  });

  it('allows no null in a query', () => {
    expect([schemaOf(Query, 'size'), schemaOf(Query, 'name')]).toMatchObject([{ type: 'integer' }, { type: 'string' }]);
  });
});

describe('the declared fields of a class', () => {
  it('are listed with those of its parents first, and not mixed with those of other classes', () => {
    expect(fieldsOf(Sample).map(({ name }) => name)).toEqual([
      'name',
      'amount',
      'limit',
      'enabled',
      'source',
      'addresses',
    ]);
    expect(fieldsOf(Parent).map(({ name }) => name)).toEqual(['name']);
    expect(checksOf(Parent)).toEqual([]);
    expect(checksOf(Sample)).toHaveLength(2);
  });

  it('make a class validatable', () => {
    class Plain {}
    class Child extends Parent {}
    expect([Sample, Parent, Child].every(isValidated)).toBe(true);
    expect([Plain, Object, String, undefined, 'Sample', {}].some(isValidated)).toBe(false);
  });

  it('have codes with their field name unless bound to others', () => {
    const codes = Object.fromEntries(fieldsOf(Sample).map(({ name, missing, invalid }) => [name, [missing, invalid]]));
    expect(codes).toMatchObject({
      name: ['missing_name', 'invalid_name'],
      enabled: ['missing_enabled', 'not_a_switch'],
      source: ['missing_source', 'invalid_source'],
    });
  });
});
