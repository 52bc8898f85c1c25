import { metadata, oneOf, Optional, pattern, printed, Required, text } from '@payments/http';
import { ACCOUNT_NUMBER, HOLDER_NAME, ROUTING_NUMBER } from '../../domain/account-numbers.js';
import { ACCOUNT_TYPES, CUSTOMER_RESOURCE_TYPES } from '../../domain/external-account.js';
import type { AccountInput, Metadata } from '../../domain/external-account.js';

export const ACCOUNT_REFERENCE_ID = text({ max: 255, verbatim: true, example: 'account-1' });
export const CUSTOMER_REFERENCE_ID = text({ max: 255, verbatim: true, example: 'customer-1' });

const NUMBER = pattern(ACCOUNT_NUMBER, '4 to 17 digits, with at most one hyphen between two digits', '123456789');
const ROUTING = pattern(ROUTING_NUMBER, '9 digits', '011000028');
const LATIN = 'Latin letters with or without accents, digits, spaces, hyphens, dashes and common punctuation';
const HOLDER = printed(text({ max: 255, pattern: HOLDER_NAME, expected: LATIN, example: 'Jane Doe' }));

/** An external account, as it is created and replaced. */
export class AccountDto {
  @Required(ACCOUNT_REFERENCE_ID)
  readonly account_reference_id!: string;

  @Required(CUSTOMER_REFERENCE_ID)
  readonly customer_reference_id!: string;

  @Required(oneOf(CUSTOMER_RESOURCE_TYPES))
  readonly customer_resource_type!: AccountInput['customer_resource_type'];

  @Required(oneOf(ACCOUNT_TYPES))
  readonly account_type!: AccountInput['account_type'];

  @Required(NUMBER)
  readonly account_number!: string;

  @Required(ROUTING)
  readonly routing_number!: string;

  @Required(HOLDER)
  readonly account_holder_name!: string;

  @Optional(metadata())
  readonly metadata?: Metadata;
}

/** A patch of an external account: the fields that are sent. */
export class AccountPatchDto {
  @Optional(ACCOUNT_REFERENCE_ID)
  readonly account_reference_id?: string;

  @Optional(CUSTOMER_REFERENCE_ID)
  readonly customer_reference_id?: string;

  @Optional(oneOf(CUSTOMER_RESOURCE_TYPES))
  readonly customer_resource_type?: AccountInput['customer_resource_type'];

  @Optional(oneOf(ACCOUNT_TYPES))
  readonly account_type?: AccountInput['account_type'];

  @Optional(NUMBER)
  readonly account_number?: string;

  @Optional(ROUTING)
  readonly routing_number?: string;

  @Optional(HOLDER)
  readonly account_holder_name?: string;

  @Optional(metadata())
  readonly metadata?: Metadata;
}
