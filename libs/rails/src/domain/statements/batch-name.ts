import { partsOfBatchKey } from '../ach/batch-key.js';

/** Between the words of a text. A word may be a reference, so it keeps hyphens, slashes and dots. */
const BETWEEN_WORDS = /[\s,;:]+/;
const LONGEST_DESCRIPTION = 10;

export const wordsOf = (text: string): string[] => text.split(BETWEEN_WORDS);

/** By what banks call a batch where they repeat no reference: company id and description. Null without a description. */
export function batchNameOf(batchKey: string): string | null {
  const { company_id, company_entry_description: description } = partsOfBatchKey(batchKey);
  return description === '' ? null : nameOf(company_id, wordsOf(description).join(' '));
}

/** All that a text may call a batch of these companies: one of their ids, and a description somewhere beside it. */
export function batchNamesIn(text: string, companyIds: ReadonlySet<string>): string[] {
  const words = wordsOf(text.toUpperCase()).filter((word) => word !== '');
  const companies = words.filter((word) => companyIds.has(word));
  if (companies.length === 0) return [];
  const descriptions = words.flatMap((_, at) => phrasesFrom(words, at));
  return [...new Set(companies.flatMap((id) => descriptions.map((description) => nameOf(id, description))))];
}

export const companyIdOf = (batchName: string): string => batchName.split('|')[0]!;

const nameOf = (companyId: string, description: string) => `${companyId}|${description}`.toUpperCase();

/** The phrases that begin with a word and could be a description. */
function phrasesFrom(words: readonly string[], from: number): string[] {
  const phrases: string[] = [];
  let phrase = words[from]!;
  for (let at = from + 1; phrase.length <= LONGEST_DESCRIPTION; at += 1) {
    phrases.push(phrase);
    if (at === words.length) break;
    phrase += ` ${words[at]!}`;
  }
  return phrases;
}
