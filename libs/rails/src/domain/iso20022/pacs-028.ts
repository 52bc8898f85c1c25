import type { Pacs028Values } from './messages.table.js';
import {
  type NetworkMessage,
  type OriginalMessage,
  originalGroup,
  type OriginalPayment,
  participant,
  writeMessage,
} from './network-message.js';

export interface Pacs028 extends NetworkMessage {
  readonly original: OriginalMessage;
  readonly payment: OriginalPayment;
}

/** Asks for the status of a payment that got none. @throws IsoFormatError when a value does not fit. */
export function writePacs028(message: Pacs028): Buffer {
  const { network, from, to, original, payment } = message;
  const isRtp = network === 'rtp';
  const OrgnlGrpInf = originalGroup(original);
  const values: Pacs028Values = {
    GrpHdr: { MsgId: message.message_id, CreDtTm: message.created_at },
    ...(isRtp ? { OrgnlGrpInf: { ...OrgnlGrpInf, OrgnlNbOfTxs: 1 } } : {}),
    TxInf: {
      ...(isRtp ? {} : { OrgnlGrpInf, OrgnlEndToEndId: payment.end_to_end_id, OrgnlUETR: payment.uetr }),
      OrgnlInstrId: payment.instruction_id,
      ...(isRtp ? { OrgnlTxId: payment.transaction_id ?? undefined, AccptncDtTm: original.created_at } : {}),
      ...{ InstgAgt: participant(network, from), InstdAgt: participant(network, to) },
      ...(isRtp ? { OrgnlTxRef: { IntrBkSttlmAmt: payment.amount, IntrBkSttlmDt: payment.settlement_date } } : {}),
    },
  };
  return writeMessage(message, 'pacs.028', values);
}
