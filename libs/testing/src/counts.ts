/** Which part of its cases a property draws in each tier of tests. */
const SHARES = { commit: 0.1, deep: 1 } as const;
/** No property draws fewer, unless it never draws more. */
const FEWEST = 10;

type Variable = 'BANK_FILES' | 'BULK_ROWS' | 'FUZZ_INPUTS' | 'RECONCILED_DAYS' | 'ROUND_TRIPS';

/**
 * How many cases a property test draws: `full` in the deep tier, a part of it in the commit tier, or, for a longer run, what
 * the environment variable says.
 */
export function countOf(full: number, variable?: Variable): number {
  const given = (variable && process.env[variable]) ?? '';
  if (given === '') {
    const share = SHARES[process.env['TEST_TIER'] === 'deep' ? 'deep' : 'commit'];
    return Math.min(full, Math.max(FEWEST, Math.ceil(full * share)));
  }
  const count = Number(given);
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`${variable} must be a whole number from 1 on`);
  return count;
}
