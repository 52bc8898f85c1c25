import type { Camt029Values, Pacs004Values } from './messages.table.js';
import { idsOf, type PaymentIds, reasonOf } from './payment-status.js';
import { recallAnswers } from './status-codes.table.js';

/** A settled payment that comes back, in whole or in part. */
export interface ReturnedPayment {
  /** That of the message where the bank gave none. */
  readonly return_id: string;
  readonly message_id: string | null;
  readonly ids: PaymentIds;
  /** Cents that were sent, where it is told, and that come back. */
  readonly sent: bigint | null;
  readonly returned: bigint;
  /** 'YYYY-MM-DD' */
  readonly settlement_date: string | null;
  /** NARR if there is none. */
  readonly reason: string;
}

export function returnedPayments({ GrpHdr, TxInf }: Pacs004Values): ReturnedPayment[] {
  return TxInf.map((transaction) => ({
    ...{ return_id: transaction.RtrId ?? GrpHdr.MsgId, message_id: transaction.OrgnlGrpInf?.OrgnlMsgId ?? null },
    ...{ ids: idsOf(transaction), sent: transaction.OrgnlIntrBkSttlmAmt ?? null },
    ...{ returned: transaction.RtrdIntrBkSttlmAmt, settlement_date: transaction.IntrBkSttlmDt ?? null },
    reason: reasonOf(transaction.RtrRsnInf) ?? 'NARR',
  }));
}

/**
 * What a return does to a payment of this many cents: it is returned, or a person must decide, since another amount than
 * was sent came back.
 */
export function returnOutcome(
  { sent, returned }: ReturnedPayment,
  cents: bigint,
): 'returned' | 'partial_return' | 'wrong_return' {
  if (returned > cents || (sent !== null && sent !== cents)) return 'wrong_return';
  return returned === cents ? 'returned' : 'partial_return';
}

/** The answer to a request to return a payment. Money moves by a return or a statement only. */
export interface RecallAnswer {
  /** The request that is answered. */
  readonly case_id: string | null;
  /** Of the payment; null where the answer is about all of the request. */
  readonly ids: PaymentIds | null;
  readonly status: string;
  readonly answer: 'accepted' | 'refused' | 'pending' | 'partial' | 'unknown';
  readonly reason: string | null;
}

export function recallAnswersOf({ RslvdCase, Sts, CxlDtls }: Camt029Values): RecallAnswer[] {
  const details = CxlDtls.flatMap(({ OrgnlGrpInfAndSts, TxInfAndSts }) =>
    TxInfAndSts.map((transaction) => ({
      ...answerOf(transaction.TxCxlSts ?? Sts.Conf),
      case_id: (transaction.RslvdCase ?? OrgnlGrpInfAndSts?.RslvdCase ?? RslvdCase)?.Id ?? null,
      ...{ ids: idsOf(transaction), reason: reasonOf(transaction.CxlStsRsnInf) },
    })),
  );
  if (details.length > 0) return details;
  const resolved = CxlDtls[0]?.OrgnlGrpInfAndSts?.RslvdCase ?? RslvdCase;
  return [{ ...answerOf(Sts.Conf), case_id: resolved?.Id ?? null, ids: null, reason: null }];
}

function answerOf(status = ''): Pick<RecallAnswer, 'status' | 'answer'> {
  return { status, answer: (Object.hasOwn(recallAnswers, status) ? recallAnswers[status] : undefined) ?? 'unknown' };
}
