import { ACCOUNT_NUMBER, HOLDER_NAME, ROUTING_NUMBER } from '@payments/accounts';
import { AlsoCheck, objectOf, oneOf, Optional, pattern, printed, Required, text, uuidText } from '@payments/http';
import type { FieldError } from '@payments/kernel';
import { asksForOwnership, VERIFICATION_TYPES } from '../../domain/statuses.js';
import type { VerificationType } from '../../domain/statuses.js';
import { verifyErrors } from '../../domain/verify.errors.js';

const NUMBER = pattern(ACCOUNT_NUMBER, '4 to 17 digits, with at most one hyphen between two digits', '123456789');
const ROUTING = pattern(ROUTING_NUMBER, '9 digits', '021000021');
const LATIN = 'Latin letters with or without accents, digits, spaces, hyphens, dashes and common punctuation';
const HOLDER = printed(text({ max: 255, pattern: HOLDER_NAME, expected: LATIN, example: 'Jane Doe' }));
const NAME = text({ max: 255, example: 'Jane' });
const PHONE = pattern(/^\+1\d{10}$/, '+1 and 10 digits', '+12175550123');
const LAST_DIGITS = (example: string) => pattern(/^\d{4,9}$/, 'its last 4 to 9 digits', example);
const EMAIL = text({
  max: 254,
  pattern: /^[A-Za-z0-9._%+'-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/,
  expected: 'an e-mail address',
  example: 'jane.doe@example.com',
});

/** The person who is believed to own the account. */
export class VerifyPersonDto {
  @Required(NAME)
  readonly first_name!: string;

  @Required(text({ max: 255, example: 'Doe' }))
  readonly last_name!: string;

  @Optional(PHONE)
  readonly phone_number?: string;

  /** Never shown, and erased once the ownership is decided. */
  @Optional(LAST_DIGITS('6789'))
  readonly ssn?: string;
}

/** The business that is believed to own the account. */
export class VerifyBusinessDto {
  @Required(text({ max: 512, example: 'Northwind Trading LLC' }))
  readonly business_name!: string;

  @Optional(PHONE)
  readonly phone_number?: string;

  /** Never shown, and erased once the ownership is decided. */
  @Optional(LAST_DIGITS('6789'))
  readonly tax_id?: string;
}

/** Body of `POST /verify/accounts`: the numbers of an account, or an external account. */
@AlsoCheck(accountIsNamedOnce)
@AlsoCheck(ownerIsNamed)
export class CreateVerifyAccountDto {
  @Optional(NUMBER)
  readonly account_number?: string;

  @Optional(ROUTING)
  readonly routing_number?: string;

  @Optional(HOLDER)
  readonly account_holder_name?: string;

  /** Default: status. */
  @Optional(oneOf(VERIFICATION_TYPES))
  readonly type?: VerificationType;

  /** Stored and shown. Nothing is sent to it. */
  @Optional(EMAIL)
  readonly email?: string;

  @Optional(objectOf(() => VerifyPersonDto))
  readonly person?: VerifyPersonDto;

  @Optional(objectOf(() => VerifyBusinessDto))
  readonly business?: VerifyBusinessDto;

  /** The name on the bank statement. Default: the name of the enterprise. */
  @Optional(text({ max: 255, example: 'Acme Payroll' }))
  readonly sender_name?: string;

  /** In place of `account_number`, `routing_number` and `account_holder_name`. */
  @Optional(uuidText())
  readonly external_account_id?: string;
}

/** Body of `POST /verify/accounts/search`. */
export class SearchVerifyAccountsDto {
  @Required(NUMBER)
  readonly account_number!: string;

  @Required(ROUTING)
  readonly routing_number!: string;
}

/** Body of `POST /verify/accounts/{id}/control`. */
export class ConfirmControlDto {
  /** The four characters behind the `#` on the bank statement, in upper or lower case. */
  @Required(pattern(/^[A-Za-z0-9]{4}$/, '4 letters or digits', 'K7WQ'))
  readonly statement_code!: string;
}

type Sent = Readonly<Record<string, unknown>>;

function isSent(value: unknown): boolean {
  return (value ?? null) !== null;
}

function accountIsNamedOnce(sent: Sent): FieldError[] {
  const missing = [
    ...(isSent(sent['account_number']) ? [] : verifyErrors.missing_account_number().fieldErrors),
    ...(isSent(sent['routing_number']) ? [] : verifyErrors.missing_routing_number().fieldErrors),
    ...(isSent(sent['account_holder_name']) ? [] : verifyErrors.missing_account_holder_name().fieldErrors),
  ];
  const all = 3;
  if (!isSent(sent['external_account_id'])) return missing;
  return missing.length === all ? [] : [...verifyErrors.invalid_external_account_id().fieldErrors];
}

function ownerIsNamed({ type, person, business }: Sent): FieldError[] {
  const asks = typeof type === 'string' && (VERIFICATION_TYPES as readonly string[]).includes(type);
  if (!asks || !asksForOwnership(type as VerificationType) || isSent(person) !== isSent(business)) return [];
  return [...verifyErrors.invalid_person().fieldErrors];
}
