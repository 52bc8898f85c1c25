/** Where the networks publish what they demand of messages, beside the schemas of ISO 20022. */
export const networkSources = {
  fednow_procedures: 'FedNow Service Operating Procedures: form of message ids',
  fednow_header: 'FedNow Service Release 1, head.001.001.02, edition of 2024-08-06',
  fednow_pacs008: 'FedNow Service Release 1, pacs.008.001.08 (CustomerCreditTransfer), edition of 2024-08-06',
  fednow_pacs028: 'FedNow Service Release 1, pacs.028.001.03 (PaymentStatusRequest), edition of 2024-08-06',
  fednow_camt056: 'FedNow Service Release 1, camt.056.001.08 (ReturnRequest), edition of 2024-08-06',
  fednow_limit: 'Federal Reserve Financial Services: network limit of $10 million since November 2025',
  rtp_header: 'The Clearing House, RTP schema of head.001.001.01, release 2.9',
  rtp_pacs008: 'The Clearing House, RTP schema of pacs.008.001.08, release 2.9',
  rtp_pacs028: 'The Clearing House, RTP schema of pacs.028.001.03, release 2.9',
  rtp_camt056: 'The Clearing House, RTP schema of camt.056.001.08, release 2.9',
  rtp_limit: 'The Clearing House: network limit of $10 million since February 2025',
  travel: '31 CFR 1010.410(f): transmittals of $3,000 or more name the address of the transmittor',
  characters: 'This service: the printable characters of ASCII, which every participant can show',
} as const;
type Source = keyof typeof networkSources;

/** The values of a message by the names of its elements; those of the header are in AppHdr. */
export type MessageValues = Readonly<Record<string, unknown>>;

export interface NetworkRule {
  /** Elements from the body of the message, or from AppHdr; empty: the whole message. */
  readonly path: string;
  /** What the network demands, for a person. */
  readonly demand: string;
  readonly source: Source;
  /** Asked for each element around the last one of the path; undefined: the element is not there. */
  readonly holds: (found: unknown, message: MessageValues) => boolean;
  /** A profile may say that whoever relays the message adds it. */
  readonly relayed?: 'payer_address';
}

type Demand = Pick<NetworkRule, 'demand' | 'holds' | 'relayed'>;

const there: Demand = { demand: 'is there', holds: (found) => found !== undefined };
const absent: Demand = { demand: 'is left out', holds: (found) => found === undefined };
const form = (pattern: RegExp, demand: string): Demand => ({
  demand,
  holds: (found) => typeof found === 'string' && pattern.test(found),
});
const codes = (...allowed: readonly string[]): Demand =>
  form(new RegExp(`^(${allowed.join('|')})$`), allowed.join(', '));
const one: Demand = { demand: '1: a message has one payment', holds: (found) => found === 1 };
const upTo = (most: bigint, demand: string): Demand => ({
  demand,
  holds: (found) => typeof found === 'bigint' && found >= 1n && found <= most,
});
const THREE_THOUSAND = 300_000n;
const payerAddress: Demand = {
  demand: 'is there from 3,000.00 on, unless the relay adds it',
  holds: (found, message) =>
    found !== undefined || (valueAt(message, 'CdtTrfTxInf/IntrBkSttlmAmt') as bigint) < THREE_THOUSAND,
  relayed: 'payer_address',
};
const TEN_MILLION = upTo(1_000_000_000n, '0.01 to 10,000,000.00');
const ascii: Demand = { demand: 'all texts are printable ASCII', holds: isPrintable };

function isPrintable(value: unknown): boolean {
  if (typeof value === 'string') return /^[\x20-\x7e]+$/.test(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isPrintable);
}

/** Rules of one source. Several paths may have the same demand. */
const rules = (source: Source, ...demands: readonly (readonly [demand: Demand, ...paths: string[]])[]): NetworkRule[] =>
  demands.flatMap(([demand, ...paths]) => paths.map((path) => ({ path, source, ...demand })));

const inside = (path: string, ...names: readonly string[]) => names.map((name) => `${path}/${name}`);
const member = (path: string) => `${path}/FinInstnId/ClrSysMmbId/MmbId`;
const members = (...paths: readonly string[]) => paths.map(member);
const systems = (...paths: readonly string[]) => paths.map((path) => `${path}/FinInstnId/ClrSysMmbId/ClrSysId`);
const HEADER_PARTIES = members('AppHdr/Fr/FIId', 'AppHdr/To/FIId');
const REQUEST_AGENTS = ['TxInf/InstgAgt', 'TxInf/InstdAgt'];
const CASE_AGENTS = ['Assgnmt/Assgnr/Agt', 'Assgnmt/Assgne/Agt', 'Case/Cretr/Agt'];
const PAYMENT_AGENTS = inside('CdtTrfTxInf', 'InstgAgt', 'InstdAgt', 'DbtrAgt', 'CdtrAgt');
const ADDRESSES = inside('CdtTrfTxInf', 'Dbtr/PstlAdr', 'Cdtr/PstlAdr');
const PAYMENTS = codes('pacs.008.001.06', 'pacs.008.001.08', 'pacs.009.001.08', 'pain.013.001.07');

const routingNumber = form(/^\d{9}$/, 'a routing number of 9 digits');

const FEDNOW_ID = form(
  /^\d{8}[A-Z0-9]{9}[a-zA-Z0-9]{1,18}$/,
  'calendar date, connection party id of 9 characters, and a reference of 1 to 18 letters and digits',
);
const sameAs = (path: string, to: (id: string) => string, demand: string): Demand => ({
  demand,
  holds: (found, message) => found === to(String(valueAt(message, path))),
});

const fedNow = (id: string) => [
  ...rules('fednow_procedures', [FEDNOW_ID, id], [sameAs(id, (own) => own, `the same as ${id}`), 'AppHdr/BizMsgIdr']),
  ...rules(
    'fednow_header',
    [form(/^[A-Z0-9]{9}$/, 'a connection party id of 9 characters'), ...HEADER_PARTIES],
    [there, 'AppHdr/MktPrctc'],
  ),
  ...rules('characters', [ascii, '']),
];

const RTP_DAY = '\\d{8}[A-Z0-9]{11}B';
const RTP_ID = form(
  new RegExp(`^M${RTP_DAY}[A-Z]{3}\\d{11}$`),
  'M, calendar date, participant id of 11 characters, B, 3 letters and 11 digits',
);
const RTP_PAYMENT_ID = form(
  new RegExp(`^${RTP_DAY}[A-Z0-9]{4}\\d{11}$`),
  'calendar date, participant id of 11 characters, B, 4 letters or digits and 11 digits',
);

const rtp = (id: string, source: Source) => [
  ...rules(source, [RTP_ID, id]),
  ...rules(
    'rtp_header',
    [sameAs(id, (own) => `B${own.slice(1)}`, `the same as ${id}, with B in place of M`), 'AppHdr/BizMsgIdr'],
    [form(/^[A-Z0-9]{11}$/, 'a participant id of 11 characters'), ...HEADER_PARTIES],
    [absent, 'AppHdr/MktPrctc'],
  ),
  ...rules('characters', [ascii, '']),
];

/** What each network demands of each message that a participant sends it. The writer of messages asks before it writes. */
export const networkRules = {
  fednow: {
    'pacs.008': [
      ...fedNow('GrpHdr/MsgId'),
      ...rules(
        'fednow_pacs008',
        [one, 'GrpHdr/NbOfTxs'],
        [absent, 'GrpHdr/TtlIntrBkSttlmAmt', 'GrpHdr/IntrBkSttlmDt', 'CdtTrfTxInf/PmtTpInf/LclInstrm/Cd'],
        [codes('CLRG'), 'GrpHdr/SttlmInf/SttlmMtd'],
        [codes('FDN'), 'GrpHdr/SttlmInf/ClrSys/Cd'],
        [there, ...inside('CdtTrfTxInf', 'PmtTpInf/LclInstrm', 'PmtTpInf/CtgyPurp', 'IntrBkSttlmDt')],
        [there, ...inside('CdtTrfTxInf/PmtTpInf', 'LclInstrm/Prtry', 'CtgyPurp/Prtry')],
        [codes('SLEV'), 'CdtTrfTxInf/ChrgBr'],
        [routingNumber, ...members(...PAYMENT_AGENTS)],
        [there, ...systems(...PAYMENT_AGENTS)],
        [there, ...ADDRESSES.flatMap((path) => inside(path, 'PstCd', 'TwnNm', 'CtrySubDvsn', 'Ctry'))],
      ),
      ...rules('fednow_limit', [TEN_MILLION, 'CdtTrfTxInf/IntrBkSttlmAmt']),
      ...rules('travel', [payerAddress, 'CdtTrfTxInf/Dbtr/PstlAdr']),
    ],
    'pacs.028': [
      ...fedNow('GrpHdr/MsgId'),
      ...rules(
        'fednow_pacs028',
        [there, 'TxInf/OrgnlGrpInf'],
        [absent, 'OrgnlGrpInf', 'TxInf/AccptncDtTm', 'TxInf/OrgnlTxRef'],
        [routingNumber, ...members(...REQUEST_AGENTS)],
        [there, ...systems(...REQUEST_AGENTS)],
      ),
    ],
    'camt.056': [
      ...fedNow('Assgnmt/Id'),
      ...rules(
        'fednow_camt056',
        [there, 'Undrlyg/TxInf/OrgnlGrpInf'],
        [absent, 'Undrlyg/OrgnlGrpInfAndCxl', 'Undrlyg/TxInf/OrgnlClrSysRef'],
        [routingNumber, ...members(...CASE_AGENTS)],
        [there, ...systems(...CASE_AGENTS)],
      ),
    ],
  },
  rtp: {
    'pacs.008': [
      ...rtp('GrpHdr/MsgId', 'rtp_pacs008'),
      ...rules(
        'rtp_pacs008',
        [one, 'GrpHdr/NbOfTxs'],
        [there, 'GrpHdr/IntrBkSttlmDt'],
        [codes('CLRG'), 'GrpHdr/SttlmInf/SttlmMtd'],
        [codes('TCH'), 'GrpHdr/SttlmInf/ClrSys/Cd'],
        [RTP_PAYMENT_ID, 'CdtTrfTxInf/PmtId/InstrId'],
        [there, 'CdtTrfTxInf/PmtId/TxId', ...inside('CdtTrfTxInf/PmtTpInf', 'SvcLvl', 'LclInstrm', 'CtgyPurp')],
        [codes('SDVA'), 'CdtTrfTxInf/PmtTpInf/SvcLvl/Cd'],
        [
          codes('FOREIGN AFFILIATE', 'INTERMEDIARY', 'IXB', 'STANDARD', 'ZELLE'),
          'CdtTrfTxInf/PmtTpInf/LclInstrm/Prtry',
        ],
        [codes('BUSINESS', 'CONSUMER'), 'CdtTrfTxInf/PmtTpInf/CtgyPurp/Prtry'],
        [codes('SLEV'), 'CdtTrfTxInf/ChrgBr'],
        [form(/^.{9}$/, '9 characters'), ...members(...PAYMENT_AGENTS)],
        [absent, 'CdtTrfTxInf/IntrBkSttlmDt', ...systems(...PAYMENT_AGENTS)],
        [there, ...ADDRESSES.flatMap((path) => inside(path, 'StrtNm', 'PstCd', 'TwnNm', 'CtrySubDvsn', 'Ctry'))],
      ),
      ...rules('rtp_limit', [TEN_MILLION, 'GrpHdr/TtlIntrBkSttlmAmt', 'CdtTrfTxInf/IntrBkSttlmAmt']),
      ...rules('travel', [payerAddress, 'CdtTrfTxInf/Dbtr/PstlAdr']),
    ],
    'pacs.028': [
      ...rtp('GrpHdr/MsgId', 'rtp_pacs028'),
      ...rules(
        'rtp_pacs028',
        [there, 'OrgnlGrpInf', ...inside('TxInf', 'OrgnlTxId', 'AccptncDtTm', 'OrgnlTxRef')],
        [PAYMENTS, 'OrgnlGrpInf/OrgnlMsgNmId'],
        [one, 'OrgnlGrpInf/OrgnlNbOfTxs'],
        [absent, ...inside('TxInf', 'OrgnlGrpInf', 'OrgnlEndToEndId', 'OrgnlUETR'), ...systems(...REQUEST_AGENTS)],
        [form(/^.{9}$/, '9 characters'), ...members(...REQUEST_AGENTS)],
      ),
    ],
    'camt.056': [
      ...rtp('Assgnmt/Id', 'rtp_camt056'),
      ...rules(
        'rtp_camt056',
        [there, 'Undrlyg/OrgnlGrpInfAndCxl', ...inside('Undrlyg/TxInf', 'OrgnlTxId', 'OrgnlClrSysRef')],
        [PAYMENTS, 'Undrlyg/OrgnlGrpInfAndCxl/OrgnlMsgNmId'],
        [
          codes('AC03', 'AM09', 'CUST', 'DS24', 'DUPL', 'FRAD', 'FRTR', 'TECH', 'UPAY'),
          'Undrlyg/TxInf/CxlRsnInf/Rsn/Cd',
        ],
        [absent, 'Undrlyg/TxInf/OrgnlGrpInf', ...systems(...CASE_AGENTS)],
        [form(/^.{9}$/, '9 characters'), ...members(...CASE_AGENTS)],
      ),
    ],
  },
} as const satisfies Record<'fednow' | 'rtp', Record<string, readonly NetworkRule[]>>;

/** The value at a path; undefined if it is not there. */
export function valueAt(message: unknown, path: string): unknown {
  return path.split('/').reduce((value, name) => (value as MessageValues | undefined)?.[name], message);
}
