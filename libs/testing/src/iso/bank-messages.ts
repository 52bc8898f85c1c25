/**
 * Messages of banks and networks, written element by element and without the element table of `libs/rails`, so that a wrong
 * element there shows. They are valid by the schemas of ISO 20022. Amounts are decimals.
 */
const XSD = 'urn:iso:std:iso:20022:tech:xsd:';
export const UETR = '8a562c67-ca16-48ba-b074-65581be6f011';

export const isoDocument = (definition: string, body: string) =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${XSD}${definition}">${body}</Document>\n`);

export interface StatusLines {
  readonly status?: string;
  readonly reason?: string;
}

const reasonLine = (reason?: string) =>
  reason === undefined
    ? ''
    : `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn><AddtlInf>As the bank says</AddtlInf></StsRsnInf>`;

/** The status of a company's payments; group and batch have a status only where it is given. */
export function pain002({
  group = '',
  batch = '',
  transactions = [{ status: 'ACSP' }],
}: { group?: string; batch?: string; transactions?: readonly (StatusLines & { id?: string })[] } = {}): Buffer {
  const lines = transactions.map(
    ({ status, reason, id = 'E2E-1' }) =>
      `<TxInfAndSts><OrgnlInstrId>I1</OrgnlInstrId><OrgnlEndToEndId>${id}</OrgnlEndToEndId>${
        status === undefined ? '' : `<TxSts>${status}</TxSts>`
      }${reasonLine(reason)}<OrgnlTxRef><Amt><InstdAmt Ccy="USD">12.50</InstdAmt></Amt></OrgnlTxRef></TxInfAndSts>`,
  );
  const body = `<CstmrPmtStsRpt><GrpHdr><MsgId>S1</MsgId><CreDtTm>2026-11-23T09:05:00-05:00</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>M1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.03</OrgnlMsgNmId><OrgnlNbOfTxs>1</OrgnlNbOfTxs>${
    group === '' ? '' : `<GrpSts>${group}</GrpSts>`
  }</OrgnlGrpInfAndSts>
<OrgnlPmtInfAndSts><OrgnlPmtInfId>M1</OrgnlPmtInfId>${
    batch === '' ? '' : `<PmtInfSts>${batch}</PmtInfSts>`
  }${lines.join('\n')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt>`;
  return isoDocument('pain.002.001.03', body);
}

const fedNowStatus = ({ status = 'ACSC', reason }: StatusLines) => `<FIToFIPmtStsRpt>
<GrpHdr><MsgId>N1</MsgId><CreDtTm>2026-11-23T09:05:06-05:00</CreDtTm></GrpHdr>
<TxInfAndSts><OrgnlGrpInf><OrgnlMsgId>M1</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId><OrgnlCreDtTm>2026-11-23T09:05:00-05:00</OrgnlCreDtTm></OrgnlGrpInf>
<OrgnlInstrId>I1</OrgnlInstrId><OrgnlEndToEndId>E2E-1</OrgnlEndToEndId><OrgnlUETR>${UETR}</OrgnlUETR><TxSts>${status}</TxSts>${reasonLine(reason)}
<AccptncDtTm>2026-11-23T09:05:06-05:00</AccptncDtTm><FctvIntrBkSttlmDt><Dt>2026-11-23</Dt></FctvIntrBkSttlmDt>
<OrgnlTxRef><IntrBkSttlmAmt Ccy="USD">12.50</IntrBkSttlmAmt></OrgnlTxRef></TxInfAndSts></FIToFIPmtStsRpt>`;

/** The status of a payment on FedNow. */
export const pacs002 = (lines: StatusLines = {}) => isoDocument('pacs.002.001.10', fedNowStatus(lines));

/** The same, as FedNow wraps it, with its header and a signature. */
export const pacs002FromFedNow = (lines: StatusLines = {}) =>
  Buffer.from(`<FedNowOutgoing xmlns="urn:fednow:outgoing:v001"><FedNowOutgoingMessage><FedNowPaymentStatus>
<AppHdr xmlns="${XSD}head.001.001.02"><BizMsgIdr>N1</BizMsgIdr><Sgntr><Signature xmlns="http://www.w3.org/2000/09/xmldsig#">none</Signature></Sgntr></AppHdr>
${isoDocument('pacs.002.001.10', fedNowStatus(lines)).toString().split('\n').slice(1).join('\n')}
</FedNowPaymentStatus></FedNowOutgoingMessage></FedNowOutgoing>`);

/** The status of a payment on RTP, in its wrapper: prefixes, no Document, times of New York without a zone. */
export const pacs002FromRtp = ({ status = 'ACTC', reason, reference }: StatusLines & { reference?: string } = {}) =>
  Buffer.from(`<Message xmlns="urn:tch" xmlns:head="${XSD}head.001.001.01" xmlns:ps="${XSD}pacs.002.001.10">
<AppHdr><head:BizMsgIdr>B1</head:BizMsgIdr></AppHdr><MessageStatusReport><ps:FIToFIPmtStsRpt>
<ps:GrpHdr><ps:MsgId>N1</ps:MsgId><ps:CreDtTm>2026-11-23T09:05:06</ps:CreDtTm></ps:GrpHdr>
<ps:OrgnlGrpInfAndSts><ps:OrgnlMsgId>M1</ps:OrgnlMsgId><ps:OrgnlMsgNmId>pacs.008.001.08</ps:OrgnlMsgNmId><ps:OrgnlNbOfTxs>1</ps:OrgnlNbOfTxs></ps:OrgnlGrpInfAndSts>
<ps:TxInfAndSts><ps:OrgnlInstrId>T1</ps:OrgnlInstrId><ps:OrgnlTxId>T1</ps:OrgnlTxId><ps:TxSts>${status}</ps:TxSts>${
    reason === undefined ? '' : `<ps:StsRsnInf><ps:Rsn><ps:Prtry>${reason}</ps:Prtry></ps:Rsn></ps:StsRsnInf>`
  }<ps:AccptncDtTm>2026-11-23T09:05:06</ps:AccptncDtTm>${
    reference === undefined ? '' : `<ps:ClrSysRef>${reference}</ps:ClrSysRef>`
  }
<ps:OrgnlTxRef><ps:IntrBkSttlmAmt Ccy="USD">12.50</ps:IntrBkSttlmAmt><ps:IntrBkSttlmDt>2026-11-23</ps:IntrBkSttlmDt></ps:OrgnlTxRef></ps:TxInfAndSts>
</ps:FIToFIPmtStsRpt></MessageStatusReport></Message>`);

/** A return of a payment of $12.50. */
export const pacs004 = ({ returned = '12.50', reason = 'AC04' }: { returned?: string; reason?: string } = {}) =>
  isoDocument(
    'pacs.004.001.10',
    `<PmtRtr><GrpHdr><MsgId>R1</MsgId><CreDtTm>2026-11-24T10:00:00-05:00</CreDtTm><NbOfTxs>1</NbOfTxs>
<SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf></GrpHdr>
<TxInf><RtrId>R1</RtrId><OrgnlGrpInf><OrgnlMsgId>M1</OrgnlMsgId><OrgnlMsgNmId>pacs.008.001.08</OrgnlMsgNmId></OrgnlGrpInf>
<OrgnlInstrId>I1</OrgnlInstrId><OrgnlEndToEndId>E2E-1</OrgnlEndToEndId><OrgnlUETR>${UETR}</OrgnlUETR>
<OrgnlIntrBkSttlmAmt Ccy="USD">12.50</OrgnlIntrBkSttlmAmt><RtrdIntrBkSttlmAmt Ccy="USD">${returned}</RtrdIntrBkSttlmAmt>
<IntrBkSttlmDt>2026-11-24</IntrBkSttlmDt><RtrRsnInf><Rsn><Cd>${reason}</Cd></Rsn></RtrRsnInf></TxInf></PmtRtr>`,
  );

const BANK = '<Agt><FinInstnId><ClrSysMmbId><MmbId>091000019</MmbId></ClrSysMmbId></FinInstnId></Agt>';

/** The answer to a request to return a payment. */
export const camt029 = ({ answer = 'RJCR', reason = 'LEGL' }: { answer?: string; reason?: string } = {}) =>
  isoDocument(
    'camt.029.001.09',
    `<RsltnOfInvstgtn><Assgnmt><Id>A1</Id><Assgnr>${BANK}</Assgnr><Assgne>${BANK}</Assgne><CreDtTm>2026-11-24T10:00:00-05:00</CreDtTm></Assgnmt>
<RslvdCase><Id>C1</Id><Cretr>${BANK}</Cretr></RslvdCase><Sts><Conf>${answer}</Conf></Sts>
<CxlDtls><TxInfAndSts><OrgnlInstrId>I1</OrgnlInstrId><OrgnlEndToEndId>E2E-1</OrgnlEndToEndId><OrgnlUETR>${UETR}</OrgnlUETR>
<CxlStsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></CxlStsRsnInf></TxInfAndSts></CxlDtls></RsltnOfInvstgtn>`,
  );

/** A message that the network refused, with the message itself, as RTP sends it. */
export const admi002 = () =>
  isoDocument(
    'admi.002.001.01',
    `<admi.002.001.01><RltdRef><Ref>M1</Ref></RltdRef><Rsn><RjctgPtyRsn>690</RjctgPtyRsn><RsnDesc>Broken</RsnDesc>
<AddtlData><![CDATA[<?xml version="1.0"?><Message>${'x'.repeat(6_000)}</Message>]]></AddtlData></Rsn></admi.002.001.01>`,
  );

/** What a network tells of a participant or of itself, in its wrapper or alone. */
export function admi004({ code, of = [], at, network = 'fednow' }: Notice): Buffer {
  const parameters = of.map((each) => `<EvtParam>${each}</EvtParam>`).join('');
  const time = at === undefined ? '' : `<EvtTm>${at}</EvtTm>`;
  const definition = 'admi.004.001.02';
  const event = `<SysEvtNtfctn><EvtInf><EvtCd>${code}</EvtCd>${parameters}<EvtDesc>An event</EvtDesc>${time}</EvtInf></SysEvtNtfctn>`;
  if (network === null) return isoDocument(definition, event);
  if (network === 'rtp')
    return Buffer.from(`<Message xmlns="urn:tch">${event.replace('>', ` xmlns="${XSD}${definition}">`)}</Message>`);
  const document = `<Document xmlns="${XSD}${definition}">${event}</Document>`;
  return Buffer.from(`<FedNowIncoming xmlns="urn:fednow:xml:incoming">${document}</FedNowIncoming>`);
}

interface Notice {
  readonly code: string;
  readonly of?: readonly string[];
  readonly at?: string;
  readonly network?: 'fednow' | 'rtp' | null;
}

/** One message of each kind that is read, by its definition. */
export const bankMessages: readonly (readonly [definition: string, message: Buffer])[] = [
  ['pain.002.001.03', pain002({ transactions: [{ status: 'RJCT', reason: 'AC03' }] })],
  ['pacs.002.001.10', pacs002({ status: 'RJCT', reason: 'AC03' })],
  ['pacs.004.001.10', pacs004()],
  ['camt.029.001.09', camt029()],
  ['admi.002.001.01', admi002()],
];
