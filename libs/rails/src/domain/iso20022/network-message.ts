import { writeLayout } from './element-layout.js';
import { applicationHeader } from './messages.table.js';
import { isoDocument, isoElement, type MessageFamily, messageTypes, NAMESPACE } from './message-types.table.js';
import { wrapped, xmlDocument } from './xml-writer.js';

export type Network = 'fednow' | 'rtp';

/** A message from a participant, through its network, to another participant. */
export interface NetworkMessage {
  readonly network: Network;
  readonly message_id: string;
  readonly created_at: Date;
  /** Routing number of the sender; in headers RTP adds two characters of its connection. */
  readonly from: string;
  /** Routing number of the other participant. */
  readonly to: string;
  /** To whom the network has the header addressed. */
  readonly operator: string;
}

/** The definitions of what a participant sends, and the elements around them. */
const sent = {
  'pacs.008': { definition: 'pacs.008.001.08', fednow: 'FedNowCustomerCreditTransfer', rtp: 'CreditTransfer' },
  'pacs.028': { definition: 'pacs.028.001.03', fednow: 'FedNowPaymentStatusRequest', rtp: 'PaymentStatusRequest' },
  'camt.056': { definition: 'camt.056.001.08', fednow: 'FedNowReturnRequest', rtp: 'ReturnOfFunds' },
} as const satisfies Partial<Record<MessageFamily, unknown>>;

const FEDNOW_HEADER = 'head.001.001.02';
const RTP_HEADER = 'head.001.001.01';
const FEDNOW_PRACTICE = {
  Regy: 'www2.swift.com/mystandards/#/group/Federal_Reserve_Financial_Services/FedNow_Service',
  Id: 'frb.fednow.01',
};

/** A message in the wrapper of its network, without a signature: that is the participant's. */
export function wrapMessage(message: NetworkMessage, family: keyof typeof sent, body: string): Buffer {
  const { definition, ...names } = sent[family];
  return message.network === 'fednow'
    ? xmlDocument(inFedNow(names.fednow, header(message, definition) + isoDocument(definition, body)))
    : xmlDocument(inRtp(names.rtp, header(message, definition), { root: messageTypes[family].root, definition, body }));
}

const inFedNow = (name: string, content: string) =>
  wrapped('FedNowIncoming', wrapped('FedNowIncomingMessage', wrapped(name, content)), {
    xmlns: 'urn:fednow:incoming:v001',
  });

/** RTP has no element Document: its wrapper takes the place. */
const inRtp = (
  name: string,
  appHdr: string,
  { root, definition, body }: Record<'root' | 'definition' | 'body', string>,
) => wrapped('Message', appHdr + wrapped(name, isoElement(root, definition, body)), { xmlns: 'urn:tch' });

function header({ network, from, operator, message_id, created_at }: NetworkMessage, definition: string): string {
  const values = {
    ...{ Fr: { FIId: memberOf(from) }, To: { FIId: memberOf(operator) }, MsgDefIdr: definition, CreDt: created_at },
    BizMsgIdr: network === 'rtp' ? `B${message_id.slice(1)}` : message_id,
    MktPrctc: network === 'fednow' ? FEDNOW_PRACTICE : undefined,
  };
  const layout = applicationHeader(network);
  if (network === 'fednow') return isoElement('AppHdr', FEDNOW_HEADER, writeLayout(layout, values, { path: 'AppHdr' }));
  // On RTP the header itself is in the namespace of the wrapper.
  return wrapped('AppHdr', writeLayout(layout, values, { path: 'AppHdr', xmlns: NAMESPACE + RTP_HEADER }));
}

const memberOf = (member: string) => ({ FinInstnId: { ClrSysMmbId: { MmbId: member } } });

const ROUTING_NUMBER = 9;

/** A participant in the body of a message, by its routing number alone: FedNow also names the system of the number. */
export const participant = (network: Network, member: string) => ({
  FinInstnId: {
    ClrSysMmbId: {
      ClrSysId: network === 'fednow' ? { Cd: 'USABA' } : undefined,
      MmbId: member.slice(0, ROUTING_NUMBER),
    },
  },
});

/** What a later message says of an earlier one. */
export interface OriginalMessage {
  readonly message_id: string;
  /** Such as pacs.008.001.08. */
  readonly definition: string;
  readonly created_at: Date;
}

export const originalGroup = ({ message_id, definition, created_at }: OriginalMessage) => ({
  ...{ OrgnlMsgId: message_id, OrgnlMsgNmId: definition, OrgnlCreDtTm: created_at },
});

/** What a later message says of the payment that it is about. */
export interface OriginalPayment {
  readonly instruction_id: string;
  readonly end_to_end_id: string;
  /** On RTP. */
  readonly transaction_id: string | null;
  readonly uetr: string;
  readonly amount: bigint;
  /** 'YYYY-MM-DD' */
  readonly settlement_date: string;
}
