/** How many cases a property test draws: what the environment variable says, for a long run, or the usual number. */
export function countOf(variable: 'ROUND_TRIPS' | 'BANK_FILES' | 'FUZZ_INPUTS', usual: number): number {
  const given = process.env[variable] ?? '';
  if (given === '') return usual;
  const count = Number(given);
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`${variable} must be a whole number from 1 on`);
  return count;
}
