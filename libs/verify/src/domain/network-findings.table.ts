import type { DebitStatus, VerificationStatus } from './statuses.js';

type Ended = Exclude<VerificationStatus, 'pending' | 'valid'>;

const CLOSED = ['R02', 'AC04', 'AC07'];
const INVALID = [
  'R03',
  'R04',
  'R12',
  'R13',
  'R14',
  'R15',
  'R16',
  'R28',
  'AC03',
  'AC06',
  'AC14',
  'BE06',
  'MD07',
  'RC04',
];

const FINDINGS: ReadonlyMap<string, Ended> = new Map([
  ...CLOSED.map((code) => [code, 'closed'] as const),
  ...INVALID.map((code) => [code, 'invalid'] as const),
]);

/** The status of an account whose probe came back with a code. Every other code says only that the check failed. */
export function statusOfCode(networkCode: string | null): Ended {
  if (networkCode === null) return 'invalid';
  return FINDINGS.get(networkCode) ?? 'failed';
}

/** Whether a code of an entry is about the account, and not about the entry. */
export function isAboutAccount(networkCode: string | null): boolean {
  return networkCode !== null && FINDINGS.has(networkCode);
}

/** Stop payment orders: the account exists, and its holder does not want it debited. */
const BLOCKED: ReadonlySet<string> = new Set(['R08', 'R29']);
/** The holder did not authorize the debit. */
const UNAUTHORIZED: ReadonlySet<string> = new Set(['R07', 'R10', 'R11']);

export interface DebitFinding {
  readonly status: Exclude<DebitStatus, 'pending' | 'valid'>;
  /** Undefined: the reason that the code means everywhere. */
  readonly reason?: 'debit_blocked' | 'unauthorized_transfer';
}

/** The outcome of a debit check whose debit came back with a code. */
export function debitFindingOfCode(networkCode: string | null): DebitFinding {
  if (networkCode !== null && BLOCKED.has(networkCode)) return { status: 'blocked', reason: 'debit_blocked' };
  if (networkCode !== null && UNAUTHORIZED.has(networkCode))
    return { status: 'failed', reason: 'unauthorized_transfer' };
  return { status: 'failed' };
}
