import { type BankingDate, nachaRuleOn, newYorkDate } from '@payments/kernel';
import { networkCodes } from './network-codes.table.js';
import { transferReasonCodes, transferReasons } from './transfer-reasons.table.js';
import type { ReasonMeaning, TransferReasonCode } from './transfer-reasons.table.js';

export { transferReasonCodes, transferReasons };
export type { TransferReasonCode };

export const rails = ['ach', 'same_day_ach', 'rtp', 'fednow'] as const;
export type Rail = (typeof rails)[number];

/** The reason for a transfer's status, as the API shows it. */
export interface StatusReason {
  readonly reason_code: TransferReasonCode;
  readonly reason_code_message: string;
  readonly network_reason_code?: string;
  /** The meaning of the network's code; omitted for an unknown code. */
  readonly network_reason_code_message?: string;
  readonly network_reason_code_rail_type?: 'ach' | 'rtp' | 'fednow';
  /** What the bank wrote beside the code. */
  readonly network_reason_text?: string;
}

/** Reasons by the party they are about. */
export interface StatusReasons {
  readonly source?: StatusReason;
  readonly destination?: StatusReason;
}

/** A reason as the reference shows it, with the network codes that map to it. */
export interface ReasonEntry extends Omit<ReasonMeaning, 'message'> {
  readonly reason_code: TransferReasonCode;
  readonly reason_code_message: string;
  readonly network_reason_codes: readonly {
    readonly network_reason_code: string;
    readonly network_reason_code_message: string;
  }[];
}

export function reason(code: TransferReasonCode): StatusReason {
  return { reason_code: code, reason_code_message: transferReasons[code].message };
}

/**
 * The reason that a network's code means: of returns, rejects and notifications of change. An unknown code is
 * an unexpected error. A processor's own refusal comes without a network code. The words beside the code, and the day on which it
 * took effect, may give it another meaning.
 */
export function networkReason(
  networkCode: string | null,
  rail: Rail,
  { text, at }: { readonly text?: string | undefined; readonly at?: Date } = {},
): StatusReason {
  const own = text === undefined || text === '' ? {} : { network_reason_text: text };
  if (networkCode === null) return { ...reason('invalid_account'), ...own };
  const day = at && newYorkDate(at);
  const [known, usual] = networkCodes.get(networkCode) ?? ['unexpected_error' as const];
  const changed = day && !isInstant(rail) ? nachaRuleOn('code_meanings', day)?.[networkCode] : undefined;
  const message = changed ?? usual;
  const meaning = day && networkCode === 'R17' && isFraudSuspected(text, day) ? 'suspected_fraud' : known;
  return {
    ...reason(meaning),
    network_reason_code: networkCode,
    ...(message !== undefined && { network_reason_code_message: message }),
    network_reason_code_rail_type: isInstant(rail) ? rail : 'ach',
    ...own,
  };
}

const isInstant = (rail: Rail): rail is 'rtp' | 'fednow' => rail === 'rtp' || rail === 'fednow';

function isFraudSuspected(text: string | undefined, day: BankingDate): boolean {
  const word = nachaRuleOn('suspected_fraud_word', day);
  return word !== undefined && text !== undefined && text.trim().toUpperCase().startsWith(word);
}

/** All reasons, in the order of their codes' table. */
export function reasonEntries(): ReasonEntry[] {
  return transferReasonCodes.map((code) => entryOf(code, isMeaning(code)));
}

/** The reason with this code; for a code of a network the reason that it means, with that code alone. */
export function reasonEntry(code: string): ReasonEntry | undefined {
  if (Object.hasOwn(transferReasons, code)) return entryOf(code as TransferReasonCode, isMeaning(code));
  const [meaning] = networkCodes.get(code) ?? [];
  return meaning && entryOf(meaning, (networkCode) => networkCode === code);
}

const isMeaning = (code: string) => (networkCode: string) => networkCodes.get(networkCode)?.[0] === code;

function entryOf(code: TransferReasonCode, isListed: (networkCode: string) => boolean): ReasonEntry {
  const { message, ...rest }: ReasonMeaning = transferReasons[code];
  return {
    reason_code: code,
    reason_code_message: message,
    ...rest,
    network_reason_codes: [...networkCodes]
      .filter(([networkCode]) => isListed(networkCode))
      .map(([networkCode, [, text]]) => ({ network_reason_code: networkCode, network_reason_code_message: text })),
  };
}
