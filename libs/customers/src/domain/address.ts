import { newId } from '@payments/kernel';

/** An address as a client sends it. */
export interface AddressInput {
  readonly type: string;
  readonly address1: string;
  readonly address2?: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
  readonly zip5: string;
}

/** An address as stored in its customer's row; times are ISO 8601 text. */
export interface Address extends AddressInput {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string;
}

/** USPS codes of the states, the district, the territories, and the armed forces' mail. */
export const STATES: readonly string[] = [
  ...['AL', 'AK', 'AZ', 'AR', 'CA', 'CO', 'CT', 'DE', 'FL', 'GA', 'HI', 'ID', 'IL', 'IN', 'IA', 'KS', 'KY', 'LA'],
  ...['ME', 'MD', 'MA', 'MI', 'MN', 'MS', 'MO', 'MT', 'NE', 'NV', 'NH', 'NJ', 'NM', 'NY', 'NC', 'ND', 'OH', 'OK'],
  ...['OR', 'PA', 'RI', 'SC', 'SD', 'TN', 'TX', 'UT', 'VT', 'VA', 'WA', 'WV', 'WI', 'WY', 'DC'],
  ...['AS', 'GU', 'MP', 'PR', 'VI', 'AA', 'AE', 'AP'],
];

const NUMBER_SIGN = '(?:# ?|(?:NO|NUM|NUMBER|NBR) ?)*';
const ORDINAL = ' ?\\d+(?:ST|ND|RD|TH)\\b';
const NUMBER = `${NUMBER_SIGN}(?:(?!${ORDINAL})[A-Z]{0,2} ?\\d[A-Z\\d]*\\b|[A-Z]\\b|(?:TEN|ELEVEN|TWELVE|HUNDRED)\\b)`;
const WORD_NUMBER = `${NUMBER_SIGN}(?:ONE|TWO|THREE|FOUR|FIVE|SIX|SEVEN|EIGHT|NINE|[IVXLCDM]{2,6})(?= ?(?:,|$))`;
const OFFICE = '(?:G ?)?(?:P[O0]|(?<!\\b[AFD] )P[ ,] ?[O0]|POST(?:AL)? ?(?:OFFICE|OFC|OFF|OFIS))';
const BOX = '(?:CALL(?:ER)? ?|LOCK ?)?(?:BOX|BX)';
const END = '(?= ?(?:,|$))';
const START = '(?:^|,) ?';

// What is looked for in a line in capitals whose marks, but for commas and `#`, are spaces. A box has a number or a
// letter, or ends the line: "PO Box Factory Road" is a street.
const BOXES: readonly RegExp[] = [
  `\\b${OFFICE},? ?(?:${BOX}|DRAWER|DRWR|BIN|CALLER) ?(?:${NUMBER}|${WORD_NUMBER}|#?${END})`,
  `\\bP ?[O0] ?B ?(?:# ?)?\\d`,
  `\\bPOST(?:AL)? ?(?:BOX|BX) ?(?:${NUMBER}${END}|$)`,
  `${START}P (?:BOX|BX) ?${NUMBER}`,
  `\\bP ?O ?# ?\\d`,
  `${START}(?:P ?O|POST OFFICE) ?(?:NO |NUMBER )?\\d+[A-Z]?${END}`,
  `\\b(?:APARTADO|APDO|APTDO)(?: POSTAL)? ?${NUMBER}`,
  `^(?:BOX|BX|(?:FIRM )?CALLER(?: BOX| SERVICE)?|CALL BOX|LOCK ?BOX|DRAWER|BIN) ?${NUMBER}${END}`,
].map((source) => new RegExp(source));

/** Whether an address line names a post office box. A box of a rural route or of a military unit is none. */
export function isPostOfficeBox(line: string): boolean {
  const words = line
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N},#]+/gu, ' ')
    .trim();
  return BOXES.some((box) => box.test(words));
}

/** The addresses that replace the current ones. An address keeps its id and age if its type stays. */
export function replaceAddresses(present: readonly Address[], sent: readonly AddressInput[], now: Date): Address[] {
  const time = now.toISOString();
  return sent.map(({ type, address1, address2, city, state, country, zip5 }) => {
    const lines = { type, address1, ...(address2 !== undefined && { address2 }), city, state, country, zip5 };
    const before = present.find((address) => address.type === type);
    if (before === undefined) return { id: newId(), ...lines, created_at: time, updated_at: time };
    const same = sameLines(before, lines);
    return { ...lines, id: before.id, created_at: before.created_at, updated_at: same ? before.updated_at : time };
  });
}

/** The fields that verification checks: a changed second line does not make it another address. */
export function identityOfAddress({ address1, city, state, country, zip5 }: AddressInput): readonly string[] {
  return [address1, city, state, country, zip5];
}

function sameLines(one: AddressInput, other: AddressInput): boolean {
  const linesOf = (address: AddressInput) => JSON.stringify([address.address2, ...identityOfAddress(address)]);
  return linesOf(one) === linesOf(other);
}
