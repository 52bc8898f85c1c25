import { choice, constant, group, type Layout, many, maybe, optional, value, type ValuesOf } from './element-layout.js';
import {
  amount,
  code,
  count,
  date,
  dateTime,
  decimal,
  localDateTime,
  oneOf,
  pattern,
  text,
  uetr,
} from './iso-values.js';

/**
 * The messages of ISO 20022 by their elements, in the order of the schemas. Reader, writer and the reference page
 * interpret this table; nothing else knows an order. Outbound messages name what is written; inbound ones what is used.
 */

const routing = pattern(/^\d{9}([A-Z0-9]{2})?$/, '9 digits, or 11 characters on RTP');
const country = pattern(/^[A-Z]{2}$/, 'two capital letters');
const currency = oneOf('USD');
const bearer = oneOf('SHAR', 'SLEV', 'DEBT', 'CRED');
const codeOrProprietary = choice({ Cd: maybe(pattern(/^[A-Z0-9]{1,35}$/, 'a code')), Prtry: maybe(text(35)) });

const clearingMember = group({ ClrSysId: optional(group({ Cd: value(oneOf('USABA')) })), MmbId: value(routing) });
const agent = group({ FinInstnId: group({ ClrSysMmbId: clearingMember }) });

const address = group({
  ...{ StrtNm: maybe(text(70)), BldgNb: maybe(text(16)), PstCd: maybe(text(16)), TwnNm: maybe(text(35)) },
  ...{ CtrySubDvsn: maybe(text(35)), Ctry: maybe(country), AdrLine: maybe(text(70)) },
});
const party = group({ Nm: value(text(140)), PstlAdr: optional(address) });
const organisation = group({ OrgId: group({ Othr: group({ Id: value(text(35)) }) }) });
const initiator = group({ Nm: value(text(140)), Id: optional(organisation) });
const otherAccount = group({ Othr: group({ Id: value(text(34)) }) });
const accountType = group({ Cd: value(oneOf('CACC', 'SVGS')) });

const paymentType = group({
  ...{ SvcLvl: optional(codeOrProprietary), LclInstrm: optional(codeOrProprietary) },
  CtgyPurp: optional(codeOrProprietary),
});
const remittance = group({ Ustrd: value(text(140)) });

const dateInGroup = group({ Dt: value(date) });

const pain001 = <D extends Layout, P extends Layout>({ ReqdExctnDt, PmtId }: { ReqdExctnDt: D; PmtId: P }) => ({
  GrpHdr: group({
    ...{ MsgId: value(text(35)), CreDtTm: value(dateTime), NbOfTxs: value(count), CtrlSum: value(decimal) },
    InitgPty: initiator,
  }),
  PmtInf: group({
    ...{ PmtInfId: value(text(35)), PmtMtd: constant('TRF'), BtchBookg: constant('false'), NbOfTxs: value(count) },
    ...{ CtrlSum: value(decimal), PmtTpInf: optional(paymentType) },
    ...ReqdExctnDt,
    ...{ Dbtr: party, DbtrAcct: group({ Id: otherAccount, Ccy: value(currency) }), DbtrAgt: agent },
    ChrgBr: maybe(bearer),
    CdtTrfTxInf: many(
      group({
        ...{ PmtId: group(PmtId), Amt: group({ InstdAmt: value(amount) }), CdtrAgt: agent, Cdtr: party },
        CdtrAcct: group({ Id: otherAccount, Tp: optional(accountType) }),
        RmtInf: optional(remittance),
      }),
    ),
  }),
});

const instructed = { InstrId: value(text(35)), EndToEndId: value(text(35)) };

/** Customer credit transfer, from a company to its bank. */
export const pain001V03 = pain001({ ReqdExctnDt: { ReqdExctnDt: value(date) }, PmtId: instructed });
export const pain001V09 = pain001({
  ReqdExctnDt: { ReqdExctnDt: dateInGroup },
  PmtId: { ...instructed, UETR: value(uetr) },
});

const networkTime = { fednow: dateTime, rtp: localDateTime };
type Network = keyof typeof networkTime;

/** Customer credit transfer, from a participant to its network. */
export const pacs008 = (network: Network) =>
  ({
    GrpHdr: group({
      ...{ MsgId: value(text(35)), CreDtTm: value(networkTime[network]), NbOfTxs: value(count) },
      ...{ TtlIntrBkSttlmAmt: maybe(amount), IntrBkSttlmDt: maybe(date) },
      SttlmInf: group({ SttlmMtd: value(oneOf('CLRG')), ClrSys: group({ Cd: value(oneOf('FDN', 'TCH')) }) }),
    }),
    CdtTrfTxInf: group({
      PmtId: group({ ...instructed, TxId: maybe(text(35)), UETR: maybe(uetr) }),
      ...{ PmtTpInf: paymentType, IntrBkSttlmAmt: value(amount), IntrBkSttlmDt: maybe(date), ChrgBr: value(bearer) },
      ...{ InstgAgt: agent, InstdAgt: agent, Dbtr: party, DbtrAcct: group({ Id: otherAccount }), DbtrAgt: agent },
      ...{ CdtrAgt: agent, Cdtr: party, CdtrAcct: group({ Id: otherAccount }), RmtInf: optional(remittance) },
    }),
  }) as const;

/** What a message says of the one that it is about. */
const original = <T extends Layout>(times: T) => ({
  ...{ OrgnlMsgId: value(text(35)), OrgnlMsgNmId: value(text(35)) },
  ...times,
});

/** Status request, from a participant to its network. */
export const pacs028 = (network: Network) => {
  const type = networkTime[network];
  return {
    GrpHdr: group({ MsgId: value(text(35)), CreDtTm: value(type) }),
    OrgnlGrpInf: optional(group({ ...original({ OrgnlCreDtTm: value(type) }), OrgnlNbOfTxs: value(count) })),
    TxInf: group({
      OrgnlGrpInf: optional(group(original({ OrgnlCreDtTm: value(type) }))),
      ...{ OrgnlInstrId: value(text(35)), OrgnlEndToEndId: maybe(text(35)), OrgnlTxId: maybe(text(35)) },
      ...{ OrgnlUETR: maybe(uetr), AccptncDtTm: maybe(type), InstgAgt: agent, InstdAgt: agent },
      OrgnlTxRef: optional(group({ IntrBkSttlmAmt: value(amount), IntrBkSttlmDt: value(date) })),
    }),
  } as const;
};

const assigned = group({ Agt: agent });

/** Request to return a payment, from a participant to its network. */
export const camt056 = (network: Network) => {
  const type = networkTime[network];
  return {
    Assgnmt: group({ Id: value(text(35)), Assgnr: assigned, Assgne: assigned, CreDtTm: value(type) }),
    Case: group({ Id: value(text(35)), Cretr: assigned }),
    Undrlyg: group({
      // RTP has the original message beside the payment, FedNow with it.
      OrgnlGrpInfAndCxl: optional(group(original({ OrgnlCreDtTm: value(type) }))),
      TxInf: group({
        OrgnlGrpInf: optional(group(original({ OrgnlCreDtTm: value(type) }))),
        ...{ OrgnlInstrId: value(text(35)), OrgnlEndToEndId: value(text(35)), OrgnlTxId: maybe(text(35)) },
        ...{ OrgnlUETR: maybe(uetr), OrgnlClrSysRef: maybe(text(35)) },
        ...{ OrgnlIntrBkSttlmAmt: value(amount), OrgnlIntrBkSttlmDt: value(date) },
        CxlRsnInf: group({ Rsn: group({ Cd: value(code) }), AddtlInf: maybe(text(105)) }),
      }),
    }),
  } as const;
};

/** The business application header of both networks; RTP has no market practice. */
export const applicationHeader = (network: Network) => {
  const institution = group({ FIId: agent });
  return {
    ...{ Fr: institution, To: institution, BizMsgIdr: value(text(35)), MsgDefIdr: value(text(35)) },
    MktPrctc: optional(group({ Regy: value(text(350)), Id: value(text(350)) })),
    CreDt: value(networkTime[network]),
  } as const;
};

const reasons = many(group({ Rsn: optional(codeOrProprietary), AddtlInf: many(value(text(105))) }));
const group002 = {
  ...{ OrgnlMsgId: value(text(35)), OrgnlMsgNmId: value(text(35)), OrgnlNbOfTxs: maybe(count) },
  ...{ OrgnlCtrlSum: maybe(decimal), GrpSts: maybe(code), StsRsnInf: reasons },
};
const status = { TxSts: maybe(code), StsRsnInf: reasons, AccptncDtTm: maybe(dateTime) };
const messageHeader = group({ MsgId: value(text(35)), CreDtTm: value(dateTime) });

/** Status of a customer credit transfer, from the bank. Elements that only later versions have are optional. */
export const pain002 = {
  GrpHdr: messageHeader,
  OrgnlGrpInfAndSts: group(group002),
  OrgnlPmtInfAndSts: many(
    group({
      ...{ OrgnlPmtInfId: value(text(35)), OrgnlNbOfTxs: maybe(count), PmtInfSts: maybe(code), StsRsnInf: reasons },
      TxInfAndSts: many(
        group({
          ...{ OrgnlInstrId: maybe(text(35)), OrgnlEndToEndId: maybe(text(35)), OrgnlUETR: maybe(uetr) },
          ...status,
          OrgnlTxRef: optional(group({ Amt: optional(group({ InstdAmt: maybe(amount) })) })),
        }),
      ),
    }),
  ),
};

/** Status of a payment between banks, from the network. */
export const pacs002 = {
  GrpHdr: messageHeader,
  OrgnlGrpInfAndSts: many(group(group002)),
  TxInfAndSts: many(
    group({
      OrgnlGrpInf: optional(group(original({}))),
      ...{ OrgnlInstrId: maybe(text(35)), OrgnlEndToEndId: maybe(text(35)), OrgnlTxId: maybe(text(35)) },
      ...{ OrgnlUETR: maybe(uetr), ...status, ClrSysRef: maybe(text(35)) },
      OrgnlTxRef: optional(group({ IntrBkSttlmAmt: maybe(amount), IntrBkSttlmDt: maybe(date) })),
    }),
  ),
};

/** Return of a settled payment, from the network. */
export const pacs004 = {
  GrpHdr: group({ MsgId: value(text(35)), CreDtTm: value(dateTime), NbOfTxs: value(count) }),
  TxInf: many(
    group({
      ...{ RtrId: maybe(text(35)), OrgnlGrpInf: optional(group(original({}))), OrgnlInstrId: maybe(text(35)) },
      ...{ OrgnlEndToEndId: maybe(text(35)), OrgnlTxId: maybe(text(35)), OrgnlUETR: maybe(uetr) },
      ...{ OrgnlIntrBkSttlmAmt: maybe(amount), RtrdIntrBkSttlmAmt: value(amount), IntrBkSttlmDt: maybe(date) },
      RtrRsnInf: reasons,
    }),
  ),
};

const resolvedCase = optional(group({ Id: value(text(35)) }));

/** Answer to a request to return a payment. */
export const camt029 = {
  Assgnmt: group({ Id: value(text(35)), CreDtTm: value(dateTime) }),
  ...{ RslvdCase: resolvedCase, Sts: group({ Conf: maybe(code) }) },
  CxlDtls: many(
    group({
      OrgnlGrpInfAndSts: optional(group({ RslvdCase: resolvedCase, ...original({}) })),
      TxInfAndSts: many(
        group({
          ...{ RslvdCase: resolvedCase, OrgnlGrpInf: optional(group(original({}))), OrgnlInstrId: maybe(text(35)) },
          ...{ OrgnlEndToEndId: maybe(text(35)), OrgnlTxId: maybe(text(35)), OrgnlUETR: maybe(uetr) },
          ...{ TxCxlSts: maybe(code), CxlStsRsnInf: reasons },
        }),
      ),
    }),
  ),
};

/** A message that the network refused. */
export const admi002 = {
  RltdRef: group({ Ref: value(text(35)) }),
  Rsn: group({ RjctgPtyRsn: value(text(35)), RjctnDtTm: maybe(dateTime), RsnDesc: maybe(text(350)) }),
};

/** An event of the network: a participant, or the network itself, takes payments no more, or again. */
export const admi004 = {
  EvtInf: group({
    ...{ EvtCd: value(code), EvtParam: many(value(text(35))), EvtDesc: maybe(text(1000)), EvtTm: maybe(dateTime) },
  }),
};

export type Pain001Values = ValuesOf<typeof pain001V03>;
export type Pain001V09Values = ValuesOf<typeof pain001V09>;
export type Pacs008Values = ValuesOf<ReturnType<typeof pacs008>>;
export type Pacs028Values = ValuesOf<ReturnType<typeof pacs028>>;
export type Camt056Values = ValuesOf<ReturnType<typeof camt056>>;
export type Pain002Values = ValuesOf<typeof pain002>;
export type Pacs002Values = ValuesOf<typeof pacs002>;
export type Pacs004Values = ValuesOf<typeof pacs004>;
export type Camt029Values = ValuesOf<typeof camt029>;
export type Admi002Values = ValuesOf<typeof admi002>;
export type Admi004Values = ValuesOf<typeof admi004>;
