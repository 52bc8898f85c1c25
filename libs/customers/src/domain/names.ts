// A Latin letter with any combining diacritics that have no precomposed form.
const LETTER = '(?=\\p{L})\\p{Script=Latin}[\\u0300-\\u036F]*';
const DASHES = '\\-\\u2010-\\u2015';
const APOSTROPHES = "'\\u2018\\u2019";

/** Names of persons, and holders of accounts of businesses: Latin letters, spaces, dashes, apostrophes, periods. */
export const PERSON_NAME = new RegExp(`^(?:${LETTER}|[ .${APOSTROPHES}${DASHES}])+$`, 'u');

/**
 * Names of businesses: also digits and `# : /`, and `& , ( )`, without which many legal names cannot be written.
 * They do not begin with white space.
 */
export const BUSINESS_NAME = new RegExp(`^(?! )(?:${LETTER}|[0-9 .${APOSTROPHES}${DASHES}#:/&,()])+$`, 'u');
