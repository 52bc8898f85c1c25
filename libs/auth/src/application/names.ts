import { DomainError } from '@payments/kernel';
import { printed, text } from '@payments/http';
import type { Rule } from '@payments/http';
import { randomSecret } from '@payments/persistence';

const MAX_LENGTH = 255;
const PASSWORD_LENGTH = 24;

/** The enterprise's own account uses its name as customer_reference_id, so the same rule applies. */
export const ENTERPRISE_NAME = printed(
  text({ max: MAX_LENGTH, verbatim: true, expected: 'not blank, without control characters' }),
);

export const USER_NAME = text({
  max: MAX_LENGTH,
  pattern: /^[A-Za-z0-9_.@+-]+$/,
  expected: 'letters, digits and . _ @ + -',
  example: 'maria@acme.example',
});

/** What the audit trail calls whoever is no user: a user of that name could not be told from it. */
const TAKEN = new Set(['cli', 'operator', 'screening-list', 'system']);

export const NEW_USER_NAME: Rule = {
  ...USER_NAME,
  expected: `${USER_NAME.expected}, and none of ${[...TAKEN].join(', ')}`,
  accepts: (sent) => USER_NAME.accepts(sent) && !TAKEN.has(String(sent).toLowerCase()),
};

/** A password for a user to log in with, until the user chooses another one. */
export function newPassword(): string {
  return randomSecret().slice(0, PASSWORD_LENGTH);
}

/** @throws invalid_name, as body validation does: the command line has none. */
export function checkName(name: string, rule: Rule): void {
  if (rule.accepts(name)) return;
  throw DomainError.ofFields([{ field: 'name', error_code: 'invalid_name', message: `name must be ${rule.expected}` }]);
}
