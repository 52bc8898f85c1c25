import type { AcknowledgedFile } from '../../domain/inbound/acknowledgment.js';
import { type NamedPayment, namingOf, statusFor } from '../../domain/inbound/payment-outcome.js';
import type { PaymentStatus } from '../../domain/iso20022/payment-status.js';
import type { RecallAnswer, ReturnedPayment } from '../../domain/iso20022/returned-payment.js';

/** What a file of the bank says. */
export type Fact = { readonly from: string } & (
  | { readonly kind: 'acknowledged'; readonly file: AcknowledgedFile }
  | { readonly kind: 'return' | 'change' | 'reject'; readonly trace: string; readonly code: string }
  | { readonly kind: 'statuses'; readonly statuses: readonly PaymentStatus[] }
  | { readonly kind: 'refused_message'; readonly message_id: string; readonly reason: string }
  | { readonly kind: 'returned'; readonly payment: ReturnedPayment }
  | { readonly kind: 'answer'; readonly answer: RecallAnswer }
  | { readonly kind: 'statement'; readonly account: string; readonly day: string }
  | { readonly kind: 'unread'; readonly reason: string }
);

export type Verdict =
  { readonly state: 'missing' } | { readonly state: 'met' | 'refused'; readonly said: string; readonly from: string };

/** Something that the bank must send back. */
export interface Expected {
  readonly what: string;
  readonly judge: (facts: readonly Fact[]) => Verdict;
}

const MISSING: Verdict = { state: 'missing' };
const met = (from: string, said: string): Verdict => ({ state: 'met', said, from });
const refused = (from: string, said: string): Verdict => ({ state: 'refused', said, from });
/** What the bank refuses counts more than what it accepts besides. */
const worst = (verdicts: readonly (Verdict | undefined)[]): Verdict =>
  verdicts.find((each) => each?.state === 'refused') ?? verdicts.find((each) => each?.state === 'met') ?? MISSING;

interface SentFile {
  readonly name: string;
  readonly origin: string;
  /** YYMMDD. */
  readonly creation_date: string;
  readonly modifier: string;
  /** Trace numbers and references of its entries. */
  readonly entries: ReadonlySet<string>;
}

/** The acknowledgment of a NACHA file, without a refusal of any of its entries. */
export function acknowledgmentOf(sent: SentFile): Expected {
  return {
    what: 'the file is acknowledged as accepted, with all of its entries',
    judge: (facts) =>
      worst(
        facts.map((fact) => {
          if (fact.kind === 'reject' && sent.entries.has(fact.trace)) return refused(fact.from, fact.code);
          if (fact.kind !== 'acknowledged') return undefined;
          const { file } = fact;
          const parts = [
            ...file.entries.filter(({ trace }) => sent.entries.has(trace)),
            ...(file.references ?? []).filter(({ reference }) => sent.entries.has(reference)),
            ...(isAbout(file, sent) ? file.batches : []),
          ].filter(({ verdict }) => verdict !== 'accepted');
          if (parts.length > 0) return refused(fact.from, parts[0]!.reason ?? 'a part of it is refused');
          if (!isAbout(file, sent) || file.verdict === null) return undefined;
          return file.verdict === 'accepted'
            ? met(fact.from, file.status || 'accepted')
            : refused(fact.from, [file.status || file.verdict, file.reason].filter(Boolean).join(': '));
        }),
      ),
  };
}

function isAbout({ name, identity }: AcknowledgedFile, sent: SentFile): boolean {
  if (identity === null) return name === sent.name;
  const { immediate_origin, creation_date, modifier } = identity;
  return immediate_origin.trim() === sent.origin && creation_date === sent.creation_date && modifier === sent.modifier;
}

export const answerTo = (kind: 'return' | 'change', trace: string): Expected => ({
  what:
    kind === 'return'
      ? `entry ${trace} is returned, with any return code`
      : `entry ${trace} gets a notification of change, with any change code`,
  judge: (facts) =>
    worst(facts.map((fact) => (fact.kind === kind && fact.trace === trace ? met(fact.from, fact.code) : undefined))),
});

/** The status of a payment. Another message may have asked for it again. */
export function statusOf(
  { message_id, payment }: { message_id: string; payment: NamedPayment },
  { rejected, times = 1 }: { rejected: boolean; times?: number },
): Expected {
  const end = rejected ? 'is rejected, with any reason' : 'is accepted or settled';
  return {
    what: `payment ${payment.end_to_end_id} ${times > 1 ? 'gets its status again, since it was asked for' : end}`,
    judge: (facts) => {
      const told = facts.flatMap((fact): (Verdict & { outcome: string })[] => {
        if (fact.kind === 'refused_message' && fact.message_id === message_id)
          return [{ ...refused(fact.from, fact.reason), outcome: 'none' }];
        if (fact.kind !== 'statuses') return [];
        const own = fact.statuses.filter((each) => each.message_id === null || each.message_id === message_id);
        const found = statusFor(own, payment);
        if (found === undefined || (found.ids === null && found.message_id !== message_id)) return [];
        const said = [found.status, found.reason].filter(Boolean).join(' ');
        const isAsExpected = (found.outcome === 'rejected') === rejected;
        return [{ ...(isAsExpected ? met : refused)(fact.from, said), outcome: found.outcome }];
      });
      return told.length < times ? MISSING : worst(told);
    },
  };
}

/** By which RTP knows payments, by their end-to-end ids. */
export function clearingReferencesOf(facts: readonly Fact[]): Map<string, string> {
  const statuses = facts.flatMap((fact) => (fact.kind === 'statuses' ? fact.statuses : []));
  return new Map(
    statuses.flatMap(({ ids, clearing_reference }) =>
      ids?.end_to_end_id && clearing_reference !== null ? [[ids.end_to_end_id, clearing_reference]] : [],
    ),
  );
}

export const returnOf = (payment: NamedPayment): Expected => ({
  what: `payment ${payment.end_to_end_id} comes back by a pacs.004`,
  judge: (facts) =>
    worst(
      facts.map((fact) =>
        fact.kind === 'returned' && namingOf(fact.payment.ids, payment) !== 'other'
          ? met(fact.from, fact.payment.reason)
          : undefined,
      ),
    ),
});

export const recallAnswer = (caseId: string): Expected => ({
  what: `request ${caseId} is answered by a camt.029`,
  judge: (facts) =>
    worst(
      facts.map((fact) => {
        if (fact.kind === 'refused_message' && fact.message_id === caseId) return refused(fact.from, fact.reason);
        return fact.kind === 'answer' && fact.answer.case_id === caseId
          ? met(fact.from, fact.answer.status)
          : undefined;
      }),
    ),
});

/** Of the settlement account, from the day of the test on. */
export const statementOf = (accountNumber: string, day: string): Expected => ({
  what: `a statement of the settlement account from ${day} on, whose sums agree`,
  judge: (facts) =>
    worst(
      facts.map((fact) =>
        fact.kind === 'statement' && bare(fact.account) === bare(accountNumber) && fact.day >= day
          ? met(fact.from, `of ${fact.day}`)
          : undefined,
      ),
    ),
});

const bare = (accountNumber: string) => accountNumber.trim().replace(/^0+/, '');
