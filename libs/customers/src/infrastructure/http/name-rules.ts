import { printed, text } from '@payments/http';
import type { Rule } from '@payments/http';
import { isCalendarDay } from '../../domain/calendar-day.js';
import { LEGAL_NAME, PERSON_NAME } from '../../domain/names.js';

export const REFERENCE_ID = text({ max: 255, verbatim: true, example: 'customer-1' });

export const NAME_OF_PERSON = text({
  max: 255,
  pattern: PERSON_NAME,
  expected: 'Latin letters with or without accents, spaces, hyphens, dashes, apostrophes and periods',
});

export const NAME_OF_BUSINESS = printed(
  text({
    max: 255,
    pattern: LEGAL_NAME,
    expected:
      'Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( ); ' +
      'no leading space',
  }),
);

/** A day as `YYYY-MM-DD` that passes the test. */
export function day(expected = 'a date as YYYY-MM-DD', test: (text: string) => boolean = isCalendarDay): Rule {
  return {
    expected,
    schema: { type: 'string', format: 'date', example: '1990-02-28' },
    accepts: (value) => typeof value === 'string' && test(value),
  };
}
