export const SPEEDS = ['standard', 'same_day', 'asap'] as const;
export const USE_CASES = ['payout', 'direct_debit', 'deposit', 'account_to_account'] as const;
export const CENTS = ['00', '01', '02', '03', '05', '08', '09', '26', '27', '51'] as const;

type Speed = (typeof SPEEDS)[number];
export type UseCase = (typeof USE_CASES)[number];
export type Cents = (typeof CENTS)[number];

/** How a transfer ends: its statuses after `created, pending`, why, and what becomes of the amount at the enterprise. */
export interface Ending {
  readonly statuses: readonly string[];
  readonly reasons?: readonly (readonly [side: string, reason: string, networkCode?: string])[];
  /** 1: the amount has come in, -1: it has gone out, 0: neither. */
  readonly gain: 1 | 0 | -1;
}

const NOC = 'notification_of_change_1';

/** The endings that differ from the plain one, by the cents of the amount. */
type Endings = Readonly<Partial<Record<Cents, Ending>>>;

function payout(cents: Cents, speed: Speed): Ending {
  const paid: Ending = { statuses: ['completed'], gain: -1 };
  const instant: Endings = {
    '02': { statuses: ['failed'], reasons: [['destination', 'closed_account', 'AC04']], gain: 0 },
    '27': { statuses: ['failed'], reasons: [['destination', 'invalid_account']], gain: 0 },
    '51': { statuses: ['failed'], reasons: [['destination', 'invalid_account', 'AC03']], gain: 0 },
  };
  const ach: Endings = {
    '02': { statuses: ['completed', 'failed'], reasons: [['destination', 'closed_account', 'R02']], gain: 0 },
    '05': { ...paid, reasons: [['destination', NOC, 'C01']] },
    '09': {
      statuses: ['completed', 'failed'],
      reasons: [
        ['destination', NOC, 'C01'],
        ['destination', 'invalid_account', 'R03'],
      ],
      gain: 0,
    },
    '27': { statuses: ['failed'], reasons: [['destination', 'invalid_account']], gain: 0 },
  };
  return (speed === 'asap' ? instant : ach)[cents] ?? paid;
}

function directDebit(cents: Cents): Ending {
  const received: Ending = { statuses: ['completed', 'settled'], gain: 1 };
  const endings: Endings = {
    '01': { statuses: ['completed', 'failed'], reasons: [['source', 'insufficient_funds', 'R01']], gain: 0 },
    '05': { ...received, reasons: [['source', NOC, 'C01']] },
    '08': {
      statuses: ['completed', 'settled', 'failed'],
      reasons: [['source', 'unauthorized_transfer', 'R10']],
      gain: 0,
    },
    '09': {
      statuses: ['completed', 'failed'],
      reasons: [
        ['source', NOC, 'C01'],
        ['source', 'invalid_account', 'R03'],
      ],
      gain: 0,
    },
    '26': { statuses: ['failed'], reasons: [['source', 'invalid_account']], gain: 0 },
  };
  return endings[cents] ?? received;
}

// The debit goes by ACH whatever the speed; only the credit is instant.
function twoLegs(cents: Cents, speed: Speed): Ending {
  const instant = speed === 'asap';
  const moved: Ending = { statuses: ['completed'], gain: 0 };
  const refused: Ending = instant
    ? { statuses: ['failed'], reasons: [['destination', 'closed_account', 'AC04']], gain: 1 }
    : { statuses: ['completed', 'failed'], reasons: [['destination', 'closed_account', 'R02']], gain: 1 };
  const debitChanged = ['source', NOC, 'C01'] as const;
  const revoked = ['source', 'unauthorized_transfer', 'R10'] as const;
  const endings: Endings = {
    '01': { statuses: ['failed'], reasons: [['source', 'insufficient_funds', 'R01']], gain: 0 },
    '02': refused,
    '03': { ...refused, reasons: [...refused.reasons!, revoked], gain: 0 },
    '05': { ...moved, reasons: instant ? [debitChanged] : [debitChanged, ['destination', NOC, 'C01']] },
    '08': { statuses: ['completed', 'failed'], reasons: [revoked], gain: -1 },
    '09': { statuses: ['failed'], reasons: [debitChanged, ['source', 'invalid_account', 'R03']], gain: 0 },
    '26': { statuses: ['failed'], reasons: [['source', 'invalid_account']], gain: 0 },
    '27': { statuses: ['failed'], reasons: [['destination', 'invalid_account']], gain: 1 },
    ...(instant && { '51': { statuses: ['failed'], reasons: [['destination', 'invalid_account', 'AC03']], gain: 1 } }),
  };
  return endings[cents] ?? moved;
}

export function endingOf(useCase: UseCase, speed: Speed, cents: Cents): Ending {
  if (useCase === 'payout') return payout(cents, speed);
  return useCase === 'direct_debit' ? directDebit(cents) : twoLegs(cents, speed);
}
