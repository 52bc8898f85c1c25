import { masked } from '@payments/kernel';

const WORD = /[^\s,;:]+/g;
/** Shorter numbers are dates, codes and amounts. */
const SHORTEST = 7;
const NUMBER = new RegExp(`[A-Za-z0-9]*\\d{${SHORTEST},}[A-Za-z0-9-]*`, 'g');
/** Creation date and modifier of a file with the number of a batch; an end-to-end id; a UUID; the name of a file. */
const OWN = [
  /^\d{6}[A-Z0-9]-\d{7}$/,
  /^[A-Z][0-9a-f]{32}\d?$/,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^[\w-]*[A-Za-z_][\w-]*\.[A-Za-z]{1,5}$/,
];
const TRACE_LENGTH = 15;

/** By what a bank may call our batches and entries: trace numbers begin with the 8 digits of the ODFI. */
export interface OwnNumbers {
  readonly odfi: string;
  readonly companyIds: ReadonlySet<string>;
}

/**
 * The text of a line as it is stored: numbers that may be of accounts are masked. What a line can be matched by is kept;
 * without our numbers none of them is known.
 */
export function storedText(text: string, own?: OwnNumbers): string {
  const isOwn = (word: string) =>
    own !== undefined &&
    ((word.length === TRACE_LENGTH && word.startsWith(own.odfi)) || own.companyIds.has(word.toUpperCase()));
  return text.replace(WORD, (word) =>
    word.length < SHORTEST || isOwn(word) || OWN.some((each) => each.test(word)) ? word : word.replace(NUMBER, masked),
  );
}

/** What banks write where they have no id. */
const NO_REFERENCE = /^(0*|NOTPROVIDED|NONREF|NONE)$/;

export const isReference = (text: string | undefined): text is string => text !== undefined && !NO_REFERENCE.test(text);
