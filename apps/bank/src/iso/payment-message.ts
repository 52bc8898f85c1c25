import { isRoutingNumber } from '../ach/arithmetic.js';
import { assertNetworkShape, messageIdOf } from './network-shapes.js';
import { RefusedMessage } from './refused-message.js';
import { readXml, type XmlNode } from './xml-tree.js';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:';
const ROOTS: Readonly<Record<string, string>> = {
  'pain.001.001.03': 'CstmrCdtTrfInitn',
  'pain.001.001.09': 'CstmrCdtTrfInitn',
  'pacs.008.001.08': 'FIToFICstmrCdtTrf',
  'pacs.028.001.03': 'FIToFIPmtStsReq',
  'camt.056.001.08': 'FIToFIPmtCxlReq',
};

/** A credit that the company or participant sends. */
export interface SentPayment {
  readonly instruction_id: string;
  readonly end_to_end_id: string;
  /** Between banks on RTP. */
  readonly transaction_id?: string;
  readonly uetr?: string;
  readonly cents: number;
}

/** What came as a message: payments, a question about one, or a request to return one. */
export interface IsoMessageIn {
  readonly definition: string;
  readonly network: 'rtp' | 'fednow' | 'bank';
  readonly message_id: string;
  readonly payments: readonly SentPayment[];
  /** Of a question or a request: the message and the instruction that it is about. */
  readonly about?: {
    readonly message_id: string;
    readonly instruction_id: string;
    /** On RTP. */
    readonly clearing_reference?: string;
  };
}

/** Reads a message strictly. @throws RefusedMessage */
export function readIsoMessage(bytes: Buffer, accountNumber: string): IsoMessageIn {
  const document = readXml(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  const body = bodyOf(document);
  const definition = body?.namespace.slice(NAMESPACE.length) ?? '';
  if (body === undefined || ROOTS[definition] !== body.name) {
    throw new RefusedMessage('message_type', 'no message that the bank takes');
  }
  const network = networkOf(document);
  if (network !== 'bank') assertNetworkShape(document, network, definition);
  if (definition.startsWith('pain')) return { ...ofCompany(body, accountNumber), definition, network: 'bank' };
  if (definition.startsWith('pacs.008')) return { ...ofParticipant(body, accountNumber), definition, network };
  return { ...aboutPayment(body), definition, network, payments: [] };
}

/** Whom the refusal of a message must name: its id and network. Undefined where it has none, or comes from a company. */
export function refusedIds(bytes: Buffer): Pick<IsoMessageIn, 'message_id' | 'network'> | undefined {
  try {
    const document = readXml(bytes.toString('utf8'));
    const [network, message_id] = [networkOf(document), messageIdOf(document)];
    return network === 'bank' || message_id === undefined ? undefined : { network, message_id };
  } catch (error) {
    if (error instanceof RefusedMessage) return undefined;
    throw error;
  }
}

function bodyOf(node: XmlNode): XmlNode | undefined {
  const isIso = node.namespace.startsWith(NAMESPACE) && !node.namespace.startsWith(`${NAMESPACE}head.`);
  if (isIso) return node.name === 'Document' ? node.children[0] : node;
  if (node.namespace.startsWith(NAMESPACE)) return undefined;
  return node.children.map(bodyOf).find((body) => body !== undefined);
}

const networkOf = ({ namespace }: XmlNode): IsoMessageIn['network'] =>
  namespace.startsWith('urn:fednow:') ? 'fednow' : namespace === 'urn:tch' ? 'rtp' : 'bank';

function ofCompany(body: XmlNode, accountNumber: string): Pick<IsoMessageIn, 'message_id' | 'payments'> {
  const [header, batch] = [one(body, 'GrpHdr'), one(body, 'PmtInf')];
  if (text(batch, 'PmtMtd') !== 'TRF') throw new RefusedMessage('element', 'PmtMtd is not TRF');
  assertAccount(text(batch, 'DbtrAcct', 'Id', 'Othr', 'Id'), accountNumber);
  const payments = batch.children
    .filter(({ name }) => name === 'CdtTrfTxInf')
    .map((each) => paymentOf(each, ['Amt', 'InstdAmt']));
  for (const payer of all(body, 'Dbtr')) text(payer, 'Nm');
  for (const sums of [header, batch]) assertTotals(sums, payments);
  return { message_id: text(header, 'MsgId'), payments };
}

function ofParticipant(body: XmlNode, accountNumber: string): Pick<IsoMessageIn, 'message_id' | 'payments'> {
  const [header, transaction] = [one(body, 'GrpHdr'), one(body, 'CdtTrfTxInf')];
  if (text(header, 'NbOfTxs') !== '1') throw new RefusedMessage('totals', 'NbOfTxs is not 1');
  text(transaction, 'Dbtr', 'Nm');
  assertAccount(text(transaction, 'DbtrAcct', 'Id', 'Othr', 'Id'), accountNumber);
  return { message_id: text(header, 'MsgId'), payments: [paymentOf(transaction, ['IntrBkSttlmAmt'])] };
}

function aboutPayment(body: XmlNode): Pick<IsoMessageIn, 'message_id' | 'about'> {
  const header = body.children.find(({ name }) => name === 'GrpHdr' || name === 'Assgnmt')!;
  const message_id = text(header, header.name === 'GrpHdr' ? 'MsgId' : 'Id');
  const [original] = all(body, 'OrgnlMsgId');
  const [instruction] = all(body, 'OrgnlInstrId');
  if (!original || !instruction) throw new RefusedMessage('element', 'the payment is not named');
  const clearing_reference = all(body, 'OrgnlClrSysRef')[0]?.text;
  const named = { message_id: original.text, instruction_id: instruction.text };
  return { message_id, about: { ...named, ...(clearing_reference === undefined ? {} : { clearing_reference }) } };
}

function paymentOf(node: XmlNode, amountAt: readonly string[]): SentPayment {
  const ids = one(node, 'PmtId');
  const optional = (name: string) => ids.children.find((each) => each.name === name)?.text;
  const [transaction_id, uetr] = [optional('TxId'), optional('UETR')];
  const routing = text(node, 'CdtrAgt', 'FinInstnId', 'ClrSysMmbId', 'MmbId');
  if (!isRoutingNumber(routing.slice(0, 9)))
    throw new RefusedMessage('routing_number', 'CdtrAgt has a wrong check digit');
  const account = text(node, 'CdtrAcct', 'Id', 'Othr', 'Id');
  if (!/^(?!0+$)[ -~]{1,34}$/.test(account)) throw new RefusedMessage('account', 'CdtrAcct has no account number');
  text(node, 'Cdtr', 'Nm');
  for (const { text: remittance } of all(node, 'Ustrd')) {
    if (!/[^0 ]/.test(remittance)) throw new RefusedMessage('element', 'Ustrd is blank or only zeros');
  }
  return {
    ...{
      instruction_id: text(ids, 'InstrId'),
      end_to_end_id: text(ids, 'EndToEndId'),
      cents: centsOf(amountAt.reduce(one, node)),
    },
    ...(transaction_id === undefined ? {} : { transaction_id }),
    ...(uetr === undefined ? {} : { uetr }),
  };
}

function centsOf({ text: amount, attributes }: XmlNode): number {
  if (attributes.get('Ccy') !== 'USD') throw new RefusedMessage('currency', 'only USD');
  if (!/^\d{1,13}\.\d{2}$/.test(amount)) throw new RefusedMessage('amount', 'not digits with two decimals');
  const cents = Number(amount.replace('.', ''));
  if (cents === 0) throw new RefusedMessage('amount', 'nothing');
  return cents;
}

function assertTotals(sums: XmlNode, payments: readonly SentPayment[]): void {
  const cents = payments.reduce((sum, payment) => sum + payment.cents, 0);
  const stated = Number(text(sums, 'CtrlSum').replace('.', ''));
  if (payments.length === 0 || text(sums, 'NbOfTxs') !== String(payments.length) || stated !== cents) {
    throw new RefusedMessage('totals', `${sums.name} does not add up`);
  }
}

function assertAccount(stated: string, accountNumber: string): void {
  if (stated !== accountNumber) throw new RefusedMessage('account', 'DbtrAcct is not the account of the company');
}

function one(node: XmlNode, name: string): XmlNode {
  const [found, another] = node.children.filter((child) => child.name === name);
  if (found === undefined || another !== undefined)
    throw new RefusedMessage('element', `${node.name} needs one ${name}`);
  return found;
}

function text(node: XmlNode, ...path: readonly string[]): string {
  const found = path.reduce(one, node).text;
  const isName = path.at(-1) === 'Nm';
  if ((isName ? !/[^0 ]/.test(found) : found.trim() === '') || found.length > 140)
    throw new RefusedMessage('element', `${path.join('/')} is empty${isName ? ', only zeros' : ''} or too long`);
  return found;
}

const all = (node: XmlNode, name: string): XmlNode[] =>
  node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);
