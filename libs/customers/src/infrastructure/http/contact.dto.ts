import type { FieldError } from '@payments/kernel';
import { AlsoCheck, isPlainObject, oneOf, Required, text } from '@payments/http';
import type { Rule } from '@payments/http';
import { isEmail, isPhone } from '../../domain/contact.js';
import { isPublicWebsite } from './public-website.js';

const TEXT = text({ max: 255 });
// Any value passes here, because its rule depends on the type, which is checked below.
const ANY_VALUE: Rule = { expected: 'text', schema: TEXT.schema, accepts: () => true };
const TYPE = { stem: 'contacts_type' };
const VALUE = { stem: 'contacts_value' };

const VALUES: Readonly<Record<string, { readonly expected: string; readonly test: (text: string) => boolean }>> = {
  phone: { expected: 'a US phone number: 10 digits, the first from 2 to 9', test: isPhone },
  email: { expected: 'an email address such as name@example.com, at most 254 characters', test: isEmail },
  website: { expected: 'a website with a public top-level domain, such as www.example.com', test: isPublicWebsite },
};

const TYPE_OF_PERSON = oneOf(['phone', 'email']);
const TYPE_OF_BUSINESS = oneOf(['phone', 'website', 'email']);

/** A way to reach a person. */
@AlsoCheck(valueSuits(TYPE_OF_PERSON))
export class PersonContactDto {
  @Required(TYPE_OF_PERSON, TYPE)
  readonly type!: 'phone' | 'email';

  @Required(ANY_VALUE, VALUE)
  readonly value!: string;
}

/** A way to reach a business. */
@AlsoCheck(valueSuits(TYPE_OF_BUSINESS))
export class BusinessContactDto {
  @Required(TYPE_OF_BUSINESS, TYPE)
  readonly type!: 'phone' | 'website' | 'email';

  @Required(ANY_VALUE, VALUE)
  readonly value!: string;
}

/** At most one contact of each type. */
export function contactTypesDiffer({ contacts }: Readonly<Record<string, unknown>>): FieldError[] {
  if (!Array.isArray(contacts) || !contacts.every(isPlainObject)) return [];
  const types = contacts.map(({ type }) => type);
  return types.flatMap((type, index) =>
    typeof type === 'string' && types.indexOf(type) < index
      ? [
          {
            field: `contacts[${index}].type`,
            error_code: 'duplicate_contacts_type',
            message: 'contacts must have at most one contact of each type',
          },
        ]
      : [],
  );
}

/** The type decides how a value is validated, so only values of allowed types are validated. */
function valueSuits(types: Rule): (sent: Readonly<Record<string, unknown>>) => FieldError[] {
  return ({ type, value }) => {
    const kind = types.accepts(type) ? VALUES[type as string] : undefined;
    if (kind === undefined || value === undefined || value === null) return [];
    if (TEXT.accepts(value) && kind.test(value as string)) return [];
    const error_code = type === 'phone' ? 'invalid_phone_value' : 'invalid_contacts_value';
    return [{ field: 'value', error_code, message: `value must be ${kind.expected}` }];
  };
}
