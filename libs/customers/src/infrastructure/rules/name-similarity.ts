const PREFIX_LENGTH = 4;
const PREFIX_WEIGHT = 0.1;

/**
 * Jaro-Winkler similarity: 0 for texts with nothing in common, 1 for equal ones only, the same in either order. It
 * forgives a few wrong, missing and swapped letters, and more of them the later they come.
 */
export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1;
  // The greedy assignment may depend on which text comes first, so the order is fixed here.
  const [short, long] = inOrder(one, other);
  const jaro = jaroOf(short, long);
  return jaro + commonPrefix(short, long) * PREFIX_WEIGHT * (1 - jaro);
}

/** The highest score that texts of these lengths can reach, to skip hopeless pairs cheaply. */
export function mostSimilar(oneLength: number, otherLength: number): number {
  const [short, long] = oneLength < otherLength ? [oneLength, otherLength] : [otherLength, oneLength];
  if (short === 0) return long === 0 ? 1 : 0;
  const jaro = (2 + short / long) / 3;
  return jaro + PREFIX_LENGTH * PREFIX_WEIGHT * (1 - jaro);
}

function inOrder(one: string, other: string): readonly [string, string] {
  const isFirst = one.length === other.length ? one < other : one.length < other.length;
  return isFirst ? [one, other] : [other, one];
}

function jaroOf(short: string, long: string): number {
  const { common, taken } = commonLetters(short, long);
  const count = common.length;
  if (count === 0) return 0;
  let displaced = 0;
  let place = 0;
  for (let j = 0; j < long.length; j++) {
    if (taken[j] === 1 && long[j] !== common[place++]) displaced++;
  }
  return (count / short.length + count / long.length + (count - displaced / 2) / count) / 3;
}

/** The letters of one text that the other has near the same place, in their order, and which places those take. */
function commonLetters(short: string, long: string) {
  const reach = Math.max(0, Math.floor(long.length / 2) - 1);
  const taken = new Uint8Array(long.length);
  let common = '';
  for (let i = 0; i < short.length; i++) {
    const last = Math.min(long.length - 1, i + reach);
    let j = Math.max(0, i - reach);
    while (j <= last && (taken[j] === 1 || long[j] !== short[i])) j++;
    if (j > last) continue;
    taken[j] = 1;
    common += short[i];
  }
  return { common, taken };
}

function commonPrefix(one: string, other: string): number {
  let length = 0;
  while (length < PREFIX_LENGTH && length < one.length && one[length] === other[length]) length++;
  return length;
}
