const AFFIX = 4;
/** Longer words are found by their beginnings and ends, shorter ones by what is left without a letter. */
const SHORT = 7;
const FEWEST_LETTERS = 3;
const FEWEST_SOUNDS = 3;

const CONSONANTS = ['bfpvw', 'cgjkqsxz', 'dt', 'l', 'mn', 'r'];
const SOUND_OF: ReadonlyMap<string, string> = new Map(
  CONSONANTS.flatMap((letters, index) => [...letters].map((letter) => [letter, String(index + 1)] as const)),
);

/**
 * The index keys of a word of a name: its sound; a long word also by its first and its last letters, a short one by
 * itself and by each text that lacks one of its letters. Two words that differ in one letter share a key.
 */
export function tokenKeys(token: string): string[] {
  const keys = token.length < SHORT ? [`=${token}`] : [`^${token.slice(0, AFFIX)}`, `$${token.slice(-AFFIX)}`];
  if (token.length < FEWEST_LETTERS) return keys;
  if (token.length <= SHORT) keys.push(...withoutOneLetter(token));
  return [...keys, ...soundKeys(token)];
}

/** Keys of two adjacent words, in case they were written as one. */
export function joinedKeys(tokens: readonly string[]): string[] {
  return tokens.slice(1).flatMap((second, place) => soundKeys(`${tokens[place]}${second}`));
}

/** Like Soundex, with one sound for all first vowels and one for each group of consonants: `Qadhafi` is `Gaddafi`. */
function soundKeys(word: string): string[] {
  let sounds = '';
  let last: string | undefined;
  for (const [place, letter] of [...word].entries()) {
    const sound = SOUND_OF.get(letter);
    if (sound !== undefined && sound !== last) sounds += sound;
    if (sound === undefined && place === 0) sounds += '0';
    last = sound;
  }
  return sounds.length < FEWEST_SOUNDS ? [] : [`~${sounds}`];
}

function withoutOneLetter(token: string): string[] {
  return Array.from(token, (_, place) => `=${token.slice(0, place)}${token.slice(place + 1)}`);
}
