import type { DomainError } from '@payments/kernel';
import type { Foresight } from '../domain/gate.js';
import { transferReasons } from '../domain/reason-codes.js';
import type { StatusReasons, TransferReasonCode } from '../domain/reason-codes.js';
import type { verificationDecision } from '../domain/verification-decision.js';

/** What is checked, in the order in which the first answer other than to pass decides. Gates add checks of their names. */
export const storedDataChecks = ['reference', 'parties', 'required_data', 'group', 'subledger'] as const;
export const acceptanceChecks = ['verification', 'rail', 'funds'] as const;

/** One thing that decides what becomes of a transfer. */
export interface PreviewCheck {
  readonly check: string;
  /** wait: for a verification result · hold: until users approve it · refuse: it ends there. */
  readonly outcome: 'pass' | 'wait' | 'hold' | 'refuse';
  /** The error code, or the reason code of the transfer. */
  readonly code?: string;
  readonly message: string;
  /** The policy that demands approvals. */
  readonly policy?: string;
}

/**
 * accept: it goes on · wait: for a verification result · hold: until users approve it · fail: it is created, and fails ·
 * refuse: it is not created.
 */
export const previewOutcomes = ['accept', 'wait', 'hold', 'fail', 'refuse'] as const;
export type PreviewOutcome = (typeof previewOutcomes)[number];

type StoredDataCheck = (typeof storedDataChecks)[number];

const PASSES: Readonly<Record<StoredDataCheck | (typeof acceptanceChecks)[number], string>> = {
  reference: 'The reference is not used yet.',
  parties: 'The accounts and customers are open.',
  required_data: 'The customers have the data that the transfer needs.',
  group: 'The group exists.',
  subledger: 'The subledger is open.',
  verification: 'The accounts and customers are verified.',
  rail: 'A rail carries the transfer.',
  funds: 'The balance covers the transfer.',
};

const REFUSED_BY: Readonly<Record<string, StoredDataCheck>> = {
  duplicate_transfer_reference_id: 'reference',
  missing_tax_id: 'required_data',
  missing_addresses: 'required_data',
  invalid_transfer_group_id: 'group',
  missing_subledger_reference_id: 'subledger',
  invalid_subledger_reference_id: 'subledger',
};

export function passes(check: keyof typeof PASSES): PreviewCheck {
  return { check, outcome: 'pass', message: PASSES[check] };
}

/** The error that `POST /deliver/transfers` would return. Every other one is about a party. */
export function refusedBy({ code, message }: DomainError): PreviewCheck {
  return { check: REFUSED_BY[code] ?? 'parties', outcome: 'refuse', code, message };
}

export function fails(check: string, code: TransferReasonCode): PreviewCheck {
  return { check, outcome: 'refuse', code, message: transferReasons[code].message };
}

/** One check for each reason. */
export function failsFor(check: string, { source, destination }: StatusReasons): readonly PreviewCheck[] {
  const codes = [source, destination].flatMap((each) => (each === undefined ? [] : [each.reason_code]));
  return [...new Set(codes)].map((code) => fails(check, code));
}

export function verified(decision: ReturnType<typeof verificationDecision>): readonly PreviewCheck[] {
  if (decision === 'cleared') return [passes('verification')];
  if (decision !== 'wait') return failsFor('verification', decision);
  const message = 'An account or a customer is not verified yet. The transfer waits for the result.';
  return [{ check: 'verification', outcome: 'wait', message }];
}

/** What a gate would say; one check for each policy. */
export function foreseen(gate: { readonly name: string; readonly passes: string }, foresight: Foresight) {
  switch (foresight.outcome) {
    case 'pass':
      return [{ check: gate.name, outcome: 'pass' as const, message: gate.passes }];
    case 'refuse':
      return [fails(gate.name, foresight.reason_code)];
    case 'hold':
      return foresight.policies.map(({ name, required }) => ({
        check: gate.name,
        outcome: 'hold' as const,
        message:
          required === 1 ? 'One user must approve the transfer.' : `${required} users must approve the transfer.`,
        policy: name,
      }));
  }
}

const OUTCOMES = { wait: 'wait', hold: 'hold', refuse: 'fail' } as const;

/** What becomes of a transfer that is created: the first check that it does not pass decides. */
export function outcomeOf(checks: readonly PreviewCheck[]): PreviewOutcome {
  const decisive = checks.find((check) => check.outcome !== 'pass')?.outcome;
  return decisive === undefined || decisive === 'pass' ? 'accept' : OUTCOMES[decisive];
}
