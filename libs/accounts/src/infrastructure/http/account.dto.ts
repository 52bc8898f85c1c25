import { metadata, oneOf, Optional, pattern, Required, text } from '@payments/platform';
import { ACCOUNT_NUMBER, HOLDER_NAME, ROUTING_NUMBER } from '../../domain/account-numbers.js';
import { ACCOUNT_TYPES, CUSTOMER_RESOURCE_TYPES } from '../../domain/external-account.js';
import type { AccountInput, Metadata } from '../../domain/external-account.js';

const REFERENCE_ID = text({ max: 255, verbatim: true });

/** An external account, as it is created and replaced. */
export class AccountDto {
  @Required({ ...REFERENCE_ID, schema: { ...REFERENCE_ID.schema, example: 'account-1' } })
  readonly account_reference_id!: string;

  @Required({ ...REFERENCE_ID, schema: { ...REFERENCE_ID.schema, example: 'customer-1' } })
  readonly customer_reference_id!: string;

  @Required(oneOf(CUSTOMER_RESOURCE_TYPES))
  readonly customer_resource_type!: AccountInput['customer_resource_type'];

  @Required(oneOf(ACCOUNT_TYPES))
  readonly account_type!: AccountInput['account_type'];

  @Required(pattern(ACCOUNT_NUMBER, '4 to 17 digits, each but the last followed by at most one hyphen', '123456789'))
  readonly account_number!: string;

  @Required(pattern(ROUTING_NUMBER, '9 digits', '011000028'))
  readonly routing_number!: string;

  @Required(
    text({
      max: 255,
      pattern: HOLDER_NAME,
      expected: 'Latin letters, also with diacritics, digits, spaces, hyphens, dashes and common punctuation',
      example: 'Jane Doe',
    }),
  )
  readonly account_holder_name!: string;

  @Optional(metadata())
  readonly metadata?: Metadata;
}
