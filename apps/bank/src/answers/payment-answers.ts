import type { NewYorkTime } from '../calendar/new-york.js';
import type { MessageReceived, PaymentTaken } from '../journal/events.js';
import { xmlDecimal, xmlText } from './xml-values.js';

const XSD = 'urn:iso:std:iso:20022:tech:xsd:';

interface Answer {
  readonly number: string;
  readonly now: NewYorkTime;
}

interface Answered {
  readonly message: Pick<MessageReceived, 'file' | 'message_id' | 'definition' | 'network' | 'problem'>;
  readonly payments: readonly PaymentTaken[];
}

/** The status of payments: pain.002 to a company, pacs.002 between banks. Without payments: the message is refused. */
export function paymentStatus(answered: Answered, answer: Answer): string {
  return answered.message.network === 'bank' ? ofBank(answered, answer) : ofNetwork(answered, answer);
}

function ofBank({ message, payments }: Answered, answer: Answer): string {
  const refused = message.problem === undefined ? '' : `<GrpSts>RJCT</GrpSts>${reason('NARR', message.problem)}`;
  const transactions = payments.map(
    (payment) =>
      `<TxInfAndSts>${named(payment, 'OrgnlEndToEndId')}${status(payment)}<OrgnlTxRef><Amt><InstdAmt Ccy="USD">${xmlDecimal(payment.cents)}</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>`,
  );
  const id = xmlText(message.message_id);
  const batch =
    payments.length === 0
      ? ''
      : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${id}</OrgnlPmtInfId>${transactions.join('')}</OrgnlPmtInfAndSts>`;
  const group = `<OrgnlGrpInfAndSts><OrgnlMsgId>${id}</OrgnlMsgId><OrgnlMsgNmId>${message.definition}</OrgnlMsgNmId>${refused}</OrgnlGrpInfAndSts>`;
  return documentOf('pain.002.001.03', `<CstmrPmtStsRpt>${header(answer)}${group}${batch}</CstmrPmtStsRpt>`);
}

function ofNetwork({ message, payments }: Answered, answer: Answer): string {
  const original = `<OrgnlMsgId>${xmlText(message.message_id)}</OrgnlMsgId><OrgnlMsgNmId>${message.definition}</OrgnlMsgNmId>`;
  const group = message.problem === undefined ? '' : `<GrpSts>RJCT</GrpSts>${reason('FF02', message.problem)}`;
  const transactions = payments.map((payment) => {
    const ids = `${named(payment, 'OrgnlEndToEndId')}${optional('OrgnlTxId', payment.transaction_id)}${optional('OrgnlUETR', payment.uetr)}`;
    const isKnown = message.network === 'rtp' && payment.status !== 'RJCT';
    const reference = optional('ClrSysRef', isKnown ? clearingReference(message) : undefined);
    const amount = `<OrgnlTxRef><IntrBkSttlmAmt Ccy="USD">${xmlDecimal(payment.cents)}</IntrBkSttlmAmt></OrgnlTxRef>`;
    return `<TxInfAndSts>${ids}${status(payment)}${reference}${amount}</TxInfAndSts>`;
  });
  const body = `${header(answer)}<OrgnlGrpInfAndSts>${original}${group}</OrgnlGrpInfAndSts>${transactions.join('')}`;
  return documentOf('pacs.002.001.10', `<FIToFIPmtStsRpt>${body}</FIToFIPmtStsRpt>`);
}

/** By what RTP knows the payment of a message. */
export const clearingReference = ({ file }: Pick<MessageReceived, 'file'>) => `TCH${String(file).padStart(9, '0')}`;

/** The network does not take a message. */
export function messageReject(
  { message_id, problem }: Record<'message_id' | 'problem', string>,
  { now }: Answer,
): string {
  const reason = `<RjctgPtyRsn>650</RjctgPtyRsn><RjctnDtTm>${instant(now)}</RjctnDtTm><RsnDesc>${xmlText(problem)}</RsnDesc>`;
  const body = `<RltdRef><Ref>${xmlText(message_id)}</Ref></RltdRef><Rsn>${reason}</Rsn>`;
  return documentOf('admi.002.001.01', `<admi.002.001.01>${body}</admi.002.001.01>`);
}

/** The answer to a question about a payment that the network does not have. */
export function notFound({ about }: { readonly about: NonNullable<MessageReceived['about']> }, answer: Answer): string {
  const original = `<OrgnlMsgId>${xmlText(about.message_id)}</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId>`;
  const transaction = `<TxInfAndSts><OrgnlInstrId>${xmlText(about.instruction_id)}</OrgnlInstrId><TxSts>RJCT</TxSts>${reason('NOOR')}</TxInfAndSts>`;
  const body = `${header(answer)}<OrgnlGrpInfAndSts>${original}</OrgnlGrpInfAndSts>${transaction}`;
  return documentOf('pacs.002.001.10', `<FIToFIPmtStsRpt>${body}</FIToFIPmtStsRpt>`);
}

interface Return {
  readonly payment: PaymentTaken;
  readonly message_id: string;
  readonly code: string;
}

/** A settled payment comes back, in whole. */
export function paymentReturn({ payment, message_id, code }: Return, { number, now }: Answer): string {
  const original = `<OrgnlGrpInf><OrgnlMsgId>${xmlText(message_id)}</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId></OrgnlGrpInf>`;
  const ids = `${named(payment, 'OrgnlEndToEndId')}${optional('OrgnlTxId', payment.transaction_id)}${optional('OrgnlUETR', payment.uetr)}`;
  const cents = xmlDecimal(payment.cents);
  const amounts = `<OrgnlIntrBkSttlmAmt Ccy="USD">${cents}</OrgnlIntrBkSttlmAmt><RtrdIntrBkSttlmAmt Ccy="USD">${cents}</RtrdIntrBkSttlmAmt>`;
  const group = `<GrpHdr><MsgId>RETURN-${number}</MsgId><CreDtTm>${instant(now)}</CreDtTm><NbOfTxs>1</NbOfTxs><SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf></GrpHdr>`;
  const transaction = `<TxInf><RtrId>RETURN-${number}</RtrId>${original}${ids}${amounts}<IntrBkSttlmDt>${now.date}</IntrBkSttlmDt><RtrRsnInf><Rsn><Cd>${code}</Cd></Rsn></RtrRsnInf></TxInf>`;
  return documentOf('pacs.004.001.10', `<PmtRtr>${group}${transaction}</PmtRtr>`);
}

const BANK = '<Agt><FinInstnId><ClrSysMmbId><MmbId>091000019</MmbId></ClrSysMmbId></FinInstnId></Agt>';

/** The answer to a request to return a payment: IPAY if it comes back, else RJCR. */
export function recallAnswer(
  {
    message_id,
    payment,
    confirmation,
  }: { message_id: string; payment: PaymentTaken | undefined; confirmation: string },
  { number, now }: Answer,
): string {
  const assignment = `<Assgnmt><Id>ANSWER-${number}</Id><Assgnr>${BANK}</Assgnr><Assgne>${BANK}</Assgne><CreDtTm>${instant(now)}</CreDtTm></Assgnmt>`;
  const resolved = `<RslvdCase><Id>${xmlText(message_id)}</Id><Cretr>${BANK}</Cretr></RslvdCase><Sts><Conf>${confirmation}</Conf></Sts>`;
  const details =
    payment === undefined ? '' : `<CxlDtls><TxInfAndSts>${named(payment, 'OrgnlEndToEndId')}</TxInfAndSts></CxlDtls>`;
  return documentOf('camt.029.001.09', `<RsltnOfInvstgtn>${assignment}${resolved}${details}</RsltnOfInvstgtn>`);
}

const documentOf = (definition: string, body: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${XSD}${definition}">${body}</Document>\n`;

const instant = ({ date, time }: NewYorkTime) => `${date}T${time.slice(0, 2)}:${time.slice(2)}:00`;

const header = ({ number, now }: Answer) =>
  `<GrpHdr><MsgId>STATUS-${number}</MsgId><CreDtTm>${instant(now)}</CreDtTm></GrpHdr>`;

const named = ({ instruction_id, end_to_end_id }: PaymentTaken, element: string) =>
  `<OrgnlInstrId>${xmlText(instruction_id)}</OrgnlInstrId><${element}>${xmlText(end_to_end_id)}</${element}>`;

const optional = (element: string, value: string | undefined) =>
  value === undefined ? '' : `<${element}>${xmlText(value)}</${element}>`;

const status = ({ status: code, code: why }: PaymentTaken) =>
  `<TxSts>${code}</TxSts>${why === undefined ? '' : reason(why)}`;

const reason = (code: string, more?: string) =>
  `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn>${more === undefined ? '' : `<AddtlInf>${xmlText(more.slice(0, 105))}</AddtlInf>`}</StsRsnInf>`;
