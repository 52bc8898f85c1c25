import { UETR } from '@payments/testing';

/** What identifies a payment and its message. */
export interface PaymentIds {
  readonly messageId: string;
  readonly endToEndId: string;
  readonly instructionId: string;
  readonly uetr: string;
  /** On RTP between banks. */
  readonly transactionId?: string | undefined;
}

/** The ids in a message with one payment. */
export function idsIn(message: string): PaymentIds {
  const text = (element: string) => new RegExp(`<${element}>([^<]*)</${element}>`).exec(message)?.[1];
  return {
    messageId: text('MsgId')!,
    endToEndId: text('EndToEndId')!,
    instructionId: text('InstrId')!,
    uetr: text('UETR') ?? UETR,
    transactionId: text('TxId'),
  };
}

/** A message of `@payments/testing` about its own payment, turned into one about another payment. */
export function answerTo(
  { messageId, endToEndId, instructionId, uetr, transactionId = 'T1' }: PaymentIds,
  answer: Buffer,
): string {
  return answer
    .toString()
    .replaceAll('<OrgnlMsgId>M1<', `<OrgnlMsgId>${messageId}<`)
    .replaceAll('<ps:OrgnlMsgId>M1<', `<ps:OrgnlMsgId>${messageId}<`)
    .replaceAll('>T1<', `>${transactionId}<`)
    .replaceAll('<Ref>M1<', `<Ref>${messageId}<`)
    .replaceAll('<OrgnlPmtInfId>M1<', `<OrgnlPmtInfId>${messageId}<`)
    .replaceAll('>E2E-1<', `>${endToEndId}<`)
    .replaceAll('>I1<', `>${instructionId}<`)
    .replaceAll(UETR, uetr);
}
