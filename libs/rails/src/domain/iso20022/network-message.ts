import { type Layout, type ValuesOf, writeLayout } from './element-layout.js';
import {
  applicationHeader,
  camt056,
  type Camt056Values,
  pacs008,
  type Pacs008Values,
  pacs028,
  type Pacs028Values,
} from './messages.table.js';
import { isoDocument, isoElement, type MessageFamily, messageTypes, NAMESPACE } from './message-types.table.js';
import { assertNetworkRules } from './network-rules.js';
import { wrapped, xmlDocument } from './xml-writer.js';

export type Network = 'fednow' | 'rtp';

/** A message from a participant, through its network, to another participant. */
export interface NetworkMessage {
  readonly network: Network;
  readonly message_id: string;
  readonly created_at: Date;
  /** Routing number of the sender. */
  readonly from: string;
  /** By what headers call the sender: its connection party on FedNow, its routing number and two characters on RTP. */
  readonly sender: string;
  /** Routing number of the other participant. */
  readonly to: string;
  /** To whom the network has the header addressed. */
  readonly operator: string;
  /** What whoever relays the message adds before it reaches the network. */
  readonly relay_adds: readonly ('payer_address' | 'payee_address')[];
}

/** What a participant sends: the definition, its elements, and the element around them in each network. */
const sent = {
  'pacs.008': {
    ...{ definition: 'pacs.008.001.08', layout: pacs008 },
    ...{ fednow: 'FedNowCustomerCreditTransfer', rtp: 'CreditTransfer' },
  },
  'pacs.028': {
    ...{ definition: 'pacs.028.001.03', layout: pacs028 },
    ...{ fednow: 'FedNowPaymentStatusRequest', rtp: 'PaymentStatusRequest' },
  },
  'camt.056': {
    ...{ definition: 'camt.056.001.08', layout: camt056 },
    ...{ fednow: 'FedNowReturnRequest', rtp: 'ReturnOfFunds' },
  },
} as const satisfies Partial<Record<MessageFamily, unknown>>;

interface SentValues {
  readonly 'pacs.008': Pacs008Values;
  readonly 'pacs.028': Pacs028Values;
  readonly 'camt.056': Camt056Values;
}

const FEDNOW_HEADER = 'head.001.001.02';
const RTP_HEADER = 'head.001.001.01';
const FEDNOW_PRACTICE = {
  Regy: 'www2.swift.com/mystandards/#/group/Federal_Reserve_Financial_Services/FedNow_Service',
  Id: 'frb.fednow.01',
};

/**
 * A message in the wrapper of its network, without a signature: that is the participant's.
 * @throws IsoFormatError when a value does not fit, or a rule of the network is broken
 */
export function writeMessage<F extends keyof SentValues>(
  message: NetworkMessage,
  family: F,
  values: SentValues[F],
): Buffer {
  const { network } = message;
  const { definition, layout, ...names } = sent[family];
  const AppHdr = headerOf(message, definition);
  assertNetworkRules(message, family, { ...values, AppHdr });
  const header = writtenHeader(network, AppHdr);
  const body = writeLayout(layout(network) as Layout, values as ValuesOf<Layout>);
  return network === 'fednow'
    ? xmlDocument(inFedNow(names.fednow, header + isoDocument(definition, body)))
    : xmlDocument(inRtp(names.rtp, header, { root: messageTypes[family].root, definition, body }));
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

type Header = ValuesOf<ReturnType<typeof applicationHeader>>;

const headerOf = ({ network, ...message }: NetworkMessage, definition: string): Header => ({
  ...{ Fr: { FIId: memberOf(message.sender) }, To: { FIId: memberOf(message.operator) } },
  ...{ MsgDefIdr: definition, CreDt: message.created_at },
  BizMsgIdr: network === 'rtp' ? `B${message.message_id.slice(1)}` : message.message_id,
  MktPrctc: network === 'fednow' ? FEDNOW_PRACTICE : undefined,
});

function writtenHeader(network: Network, values: Header): string {
  const layout = applicationHeader(network);
  if (network === 'fednow') return isoElement('AppHdr', FEDNOW_HEADER, writeLayout(layout, values, { path: 'AppHdr' }));
  // On RTP the header itself is in the namespace of the wrapper.
  return wrapped('AppHdr', writeLayout(layout, values, { path: 'AppHdr', xmlns: NAMESPACE + RTP_HEADER }));
}

const memberOf = (member: string) => ({ FinInstnId: { ClrSysMmbId: { MmbId: member } } });

/** A participant in the body of a message, by its routing number: FedNow also names the system of the number. */
export const participant = (network: Network, routingNumber: string) => ({
  FinInstnId: {
    ClrSysMmbId: { ClrSysId: network === 'fednow' ? { Cd: 'USABA' } : undefined, MmbId: routingNumber },
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
  /** By which the network knows it, as a status told; null where it told none. */
  readonly clearing_reference: string | null;
  readonly amount: bigint;
  /** 'YYYY-MM-DD' */
  readonly settlement_date: string;
}
