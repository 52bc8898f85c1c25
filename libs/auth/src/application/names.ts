import { DomainError } from '@payments/kernel';
import { text } from '@payments/http';
import type { Rule } from '@payments/http';

const MAX_LENGTH = 255;

/** The enterprise's own account uses its name as customer_reference_id, so the same rule applies. */
export const ENTERPRISE_NAME = text({
  max: MAX_LENGTH,
  verbatim: true,
  expected: 'not blank, without control characters',
});

export const USER_NAME = text({
  max: MAX_LENGTH,
  pattern: /^[A-Za-z0-9_.@+-]+$/,
  expected: 'letters, digits and . _ @ + -',
  example: 'maria@acme.example',
});

/** @throws invalid_name, as body validation does: the command line has none. */
export function checkName(name: string, rule: Rule): void {
  if (rule.accepts(name)) return;
  throw DomainError.ofFields([{ field: 'name', error_code: 'invalid_name', message: `name must be ${rule.expected}` }]);
}
