import type { InstantPayment, Payer } from './instant-payment.js';
import { IsoFormatError } from './iso-diagnostic.js';
import { instructionId } from './message-ids.js';
import type { Pacs008Values } from './messages.table.js';
import { type NetworkMessage, participant, writeMessage } from './network-message.js';
import { paidAmount, partyOf, remittanceOf } from './pain-001.js';

export interface Pacs008 extends NetworkMessage {
  readonly payer: Payer;
  readonly payment: InstantPayment & { readonly uetr: string };
  /** TxId of RTP; null on FedNow. */
  readonly transaction_id: string | null;
  /** Whether the payer is a business. */
  readonly purpose: 'business' | 'consumer';
  /** By what FedNow knows the purpose; null for the usual code. */
  readonly category_purpose: string | null;
  /** 'YYYY-MM-DD', in New York. */
  readonly settlement_date: string;
}

type Transaction = Pacs008Values['CdtTrfTxInf'];

/** A customer credit transfer of one payment. @throws IsoFormatError when a value does not fit. */
export function writePacs008(message: Pacs008): Buffer {
  const { network, from, to, payer, payment } = message;
  const path = 'CdtTrfTxInf';
  const amount = paidAmount(payment, `${path}/IntrBkSttlmAmt`);
  const isFedNow = network === 'fednow';
  const values: Pacs008Values = {
    GrpHdr: {
      ...{ MsgId: message.message_id, CreDtTm: message.created_at, NbOfTxs: 1 },
      // FedNow has the amount and the day with the transaction, RTP with the group.
      ...(isFedNow ? {} : { TtlIntrBkSttlmAmt: amount, IntrBkSttlmDt: message.settlement_date }),
      SttlmInf: { SttlmMtd: 'CLRG', ClrSys: { Cd: isFedNow ? 'FDN' : 'TCH' } },
    },
    CdtTrfTxInf: {
      ...{ PmtId: paymentId(message), PmtTpInf: paymentType(message), IntrBkSttlmAmt: amount },
      ...(isFedNow ? { IntrBkSttlmDt: message.settlement_date } : {}),
      ...{ ChrgBr: 'SLEV', InstgAgt: participant(network, from), InstdAgt: participant(network, to) },
      ...{ Dbtr: partyOf(payer.party, `${path}/Dbtr/Nm`), DbtrAcct: accountOf(payer.account) },
      ...{ DbtrAgt: participant(network, from), CdtrAgt: participant(network, to) },
      ...{ Cdtr: partyOf(payment.payee, `${path}/Cdtr/Nm`), CdtrAcct: accountOf(payment.account) },
      RmtInf: remittanceOf(payment),
    },
  };
  return writeMessage(message, 'pacs.008', values);
}

function paymentId({ network, payment, transaction_id }: Pacs008): Transaction['PmtId'] {
  const { id, end_to_end_id, uetr } = payment;
  if (network === 'fednow') return { InstrId: instructionId(id), EndToEndId: end_to_end_id, UETR: uetr };
  if (transaction_id === null) throw new IsoFormatError('CdtTrfTxInf/PmtId/TxId', 'a transaction id on RTP');
  return { InstrId: transaction_id, EndToEndId: end_to_end_id, TxId: transaction_id, UETR: uetr };
}

function paymentType({ network, purpose, category_purpose }: Pacs008): Transaction['PmtTpInf'] {
  if (network === 'rtp') {
    const CtgyPurp = { Prtry: purpose === 'business' ? 'BUSINESS' : 'CONSUMER' };
    return { SvcLvl: { Cd: 'SDVA' }, LclInstrm: { Prtry: 'STANDARD' }, CtgyPurp };
  }
  const usual = purpose === 'business' ? 'BIZZ' : 'CONS';
  return { LclInstrm: { Prtry: 'FDNA' }, CtgyPurp: { Prtry: category_purpose ?? usual } };
}

const accountOf = ({ account_number }: { readonly account_number: string }) => ({
  Id: { Othr: { Id: account_number } },
});
