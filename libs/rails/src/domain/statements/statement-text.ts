import { masked } from '@payments/kernel';

const WORD = /[^\s,;:]+/g;
/** Shorter numbers are dates, codes and amounts. */
const NUMBER = /[A-Za-z0-9]*\d{7,}[A-Za-z0-9-]*/g;
/** Creation date and modifier of a file with the number of a batch; an end-to-end id; a UUID; the name of a file. */
const OWN = [
  /^\d{6}[A-Z0-9]-\d{7}$/,
  /^[A-Z][0-9a-f]{32}\d?$/,
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  /^[\w-]*[A-Za-z_][\w-]*\.[A-Za-z]{1,5}$/,
];
const TRACE_LENGTH = 15;

/**
 * The text of a line as it is stored: numbers that may be of accounts are masked. What a line can be matched by is kept, such
 * as our trace numbers, which begin with the 8 digits of the ODFI; without an ODFI there are none.
 */
export function storedText(text: string, odfi?: string): string {
  const isTrace = (word: string) => odfi !== undefined && word.length === TRACE_LENGTH && word.startsWith(odfi);
  return text.replace(WORD, (word) =>
    isTrace(word) || OWN.some((each) => each.test(word)) ? word : word.replace(NUMBER, masked),
  );
}
