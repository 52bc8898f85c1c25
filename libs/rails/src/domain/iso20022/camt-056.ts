import { optionalText } from './iso-text.js';
import type { Camt056Values } from './messages.table.js';
import {
  type NetworkMessage,
  type OriginalMessage,
  originalGroup,
  type OriginalPayment,
  participant,
  writeMessage,
} from './network-message.js';

/** Reasons of ISO for asking a payment back: customer's wish, duplicate, fraud, technical, wrong amount, wrong account. */
export const RECALL_REASONS = ['CUST', 'DUPL', 'FRAD', 'TECH', 'AM09', 'AC03'] as const;
export type RecallReason = (typeof RECALL_REASONS)[number];

export interface Camt056 extends NetworkMessage {
  readonly original: OriginalMessage;
  readonly payment: OriginalPayment;
  readonly reason: RecallReason;
  /** For the other bank; empty if there is nothing to say. */
  readonly explanation: string;
}

/** Asks the other bank to return a payment. @throws IsoFormatError when a value does not fit. */
export function writeCamt056(message: Camt056): Buffer {
  const { network, from, to, original, payment, reason, explanation } = message;
  const [sender, receiver] = [{ Agt: participant(network, from) }, { Agt: participant(network, to) }];
  const isRtp = network === 'rtp';
  const group = originalGroup(original);
  const values: Camt056Values = {
    Assgnmt: { Id: message.message_id, Assgnr: sender, Assgne: receiver, CreDtTm: message.created_at },
    Case: { Id: message.message_id, Cretr: sender },
    Undrlyg: {
      ...(isRtp ? { OrgnlGrpInfAndCxl: group } : {}),
      TxInf: {
        ...(isRtp ? { OrgnlClrSysRef: payment.clearing_reference ?? undefined } : { OrgnlGrpInf: group }),
        ...{ OrgnlInstrId: payment.instruction_id, OrgnlEndToEndId: payment.end_to_end_id },
        ...{ OrgnlTxId: payment.transaction_id ?? undefined, OrgnlUETR: payment.uetr },
        ...{ OrgnlIntrBkSttlmAmt: payment.amount, OrgnlIntrBkSttlmDt: payment.settlement_date },
        CxlRsnInf: { Rsn: { Cd: reason }, AddtlInf: optionalText(explanation, 105) },
      },
    },
  };
  return writeMessage(message, 'camt.056', values);
}
