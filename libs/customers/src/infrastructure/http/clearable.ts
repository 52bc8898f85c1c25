import { emptyable } from '@payments/http';
import type { Rule } from '@payments/http';

const isBlank = (value: unknown) => typeof value === 'string' && value.trim() === '';

/** The same rule for a patch field that empty or blank text removes; the result is empty text. */
export function removable(rule: Rule): Rule {
  return {
    ...rule,
    expected: `empty, or ${rule.expected}`,
    schema: emptyable(rule).schema,
    accepts: (value) => isBlank(value) || rule.accepts(value),
    normalise: (value) => {
      if (isBlank(value)) return '';
      return rule.normalise === undefined ? value : rule.normalise(value);
    },
  };
}
