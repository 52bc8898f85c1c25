import { latinText } from '@payments/kernel';

const MARKS = ".'\u2018\u2019\\-\u2010-\u2015";
const BUSINESS_MARKS = `0-9${MARKS}#:/&,()`;

/** Names of persons, and holders of accounts of businesses: Latin letters, spaces, dashes, apostrophes, periods. */
export const PERSON_NAME = latinText(MARKS);

/** Trade names: also digits and `# : /`, and `& , ( )`, which many business names need. */
export const TRADE_NAME = latinText(BUSINESS_MARKS);

/** Legal names of businesses: trade names that do not begin with white space. */
export const LEGAL_NAME = latinText(BUSINESS_MARKS, { leadingSpaces: false });
