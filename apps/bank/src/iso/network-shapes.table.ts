/**
 * What an element holds: a leaf by the form of its text, any other by its elements in their order, those with ? optional. Nothing
 * else may stand in it. The text of an amount begins with its currency.
 */
export type Shape = RegExp | { readonly [element: string]: Shape };

const text = (most: number) => new RegExp(`^(?=.*[^ ])[ -~]{1,${most}}$`);
const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const TIME_OF_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?$/;
/** Between one cent and the ten millions that both networks carry. */
const DOLLARS = /^USD (?!0+\.00$)(10000000\.00|\d{1,7}\.\d\d)$/;
const PAID_BEFORE = /^pa(cs\.00[89]\.001\.0[68]|in\.013\.001\.07)$/;

const account = { Id: { Othr: { Id: text(34) } } };
const remittance = { Ustrd: text(140) };
const rest = { PstCd: text(16), TwnNm: text(35), CtrySubDvsn: text(35), Ctry: /^[A-Z]{2}$/, 'AdrLine?': text(70) };

// FedNow Service Release 1, usage guidelines of August 2024, and the operating procedures for ids.
const FEDNOW_ID = /^2\d{7}[A-Z0-9]{9}[a-zA-Z0-9]{1,18}$/;
const fedNowBank = { FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: /^USABA$/ }, MmbId: /^\d{9}$/ } } };
const fedNowHeaderBank = { FIId: { FinInstnId: { ClrSysMmbId: { MmbId: /^[A-Z0-9]{9}$/ } } } };
const fedNowParty = { Nm: text(140), 'PstlAdr?': { 'StrtNm?': text(70), 'BldgNb?': text(16), ...rest } };
const fedNowOriginal = {
  OrgnlMsgId: text(35),
  OrgnlMsgNmId: /^[a-z]{4}\.\d{3}\.001\.\d\d$/,
  OrgnlCreDtTm: TIME_OF_ZONE,
};
const fedNowIds = { 'OrgnlInstrId?': text(35), 'OrgnlEndToEndId?': text(35), 'OrgnlTxId?': text(35) };

const fedNow = (wrapper: string, definition: string, body: Shape): Shape => ({
  FedNowIncomingMessage: {
    [wrapper]: {
      AppHdr: {
        ...{ Fr: fedNowHeaderBank, To: fedNowHeaderBank, BizMsgIdr: FEDNOW_ID },
        MsgDefIdr: new RegExp(`^${definition}$`),
        MktPrctc: { Regy: /FedNow_Service$/, Id: /^frb\.fednow\.([a-z]{3}\.)?01$/ },
        CreDt: TIME_OF_ZONE,
      },
      Document: body,
    },
  },
});

// The Clearing House, schemas of RTP, release 2.9.
const RTP_ID = /^M2\d{7}[A-Z0-9]{11}B[A-Z]{3}\d{11}$/;
const rtpBank = { FinInstnId: { ClrSysMmbId: { MmbId: /^[A-Z0-9]{9}$/ } } };
const rtpHeaderBank = { FIId: { FinInstnId: { ClrSysMmbId: { MmbId: /^[A-Z0-9]{11}$/ } } } };
const rtpParty = { Nm: text(140), 'PstlAdr?': { StrtNm: text(70), 'BldgNb?': text(16), ...rest } };
const rtpOriginal = { OrgnlMsgId: text(35), OrgnlMsgNmId: PAID_BEFORE };

const rtp = (wrapper: string, definition: string, body: Shape): Shape => ({
  AppHdr: {
    ...{ Fr: rtpHeaderBank, To: rtpHeaderBank, BizMsgIdr: /^B2\d{7}[A-Z0-9]{11}B[A-Z0-9]{3}\d{11}$/ },
    ...{ MsgDefIdr: new RegExp(`^${definition}$`), CreDt: TIME },
  },
  [wrapper]: body,
});

/** The whole message as each network takes it, from its outermost element. */
export const networkShapes: Readonly<Record<'fednow' | 'rtp', Readonly<Record<string, Shape>>>> = {
  fednow: {
    'pacs.008.001.08': fedNow('FedNowCustomerCreditTransfer', 'pacs.008.001.08', {
      FIToFICstmrCdtTrf: {
        GrpHdr: {
          ...{ MsgId: FEDNOW_ID, CreDtTm: TIME_OF_ZONE, NbOfTxs: /^1$/ },
          SttlmInf: { SttlmMtd: /^CLRG$/, ClrSys: { Cd: /^FDN$/ } },
        },
        CdtTrfTxInf: {
          PmtId: { 'InstrId?': text(35), EndToEndId: text(35), 'TxId?': text(35), 'UETR?': UUID4 },
          PmtTpInf: { LclInstrm: { Prtry: text(35) }, CtgyPurp: { Prtry: text(35) } },
          ...{ IntrBkSttlmAmt: DOLLARS, IntrBkSttlmDt: DAY, ChrgBr: /^SLEV$/ },
          ...{ InstgAgt: fedNowBank, InstdAgt: fedNowBank, Dbtr: fedNowParty, DbtrAcct: account },
          ...{ DbtrAgt: fedNowBank, CdtrAgt: fedNowBank, Cdtr: fedNowParty, CdtrAcct: account, 'RmtInf?': remittance },
        },
      },
    }),
    'pacs.028.001.03': fedNow('FedNowPaymentStatusRequest', 'pacs.028.001.03', {
      FIToFIPmtStsReq: {
        GrpHdr: { MsgId: FEDNOW_ID, CreDtTm: TIME_OF_ZONE },
        TxInf: {
          ...{ OrgnlGrpInf: fedNowOriginal, ...fedNowIds, 'OrgnlUETR?': UUID4 },
          ...{ InstgAgt: fedNowBank, InstdAgt: fedNowBank },
        },
      },
    }),
    'camt.056.001.08': fedNow('FedNowReturnRequest', 'camt.056.001.08', {
      FIToFIPmtCxlReq: {
        Assgnmt: { Id: FEDNOW_ID, Assgnr: { Agt: fedNowBank }, Assgne: { Agt: fedNowBank }, CreDtTm: TIME_OF_ZONE },
        Case: { Id: text(35), Cretr: { Agt: fedNowBank } },
        Undrlyg: {
          TxInf: {
            ...{ OrgnlGrpInf: fedNowOriginal, ...fedNowIds, 'OrgnlUETR?': UUID4 },
            ...{ OrgnlIntrBkSttlmAmt: DOLLARS, OrgnlIntrBkSttlmDt: DAY },
            CxlRsnInf: { Rsn: { Cd: /^[A-Z0-9]{1,4}$/ }, 'AddtlInf?': text(105) },
          },
        },
      },
    }),
  },
  rtp: {
    'pacs.008.001.08': rtp('CreditTransfer', 'pacs.008.001.08', {
      FIToFICstmrCdtTrf: {
        GrpHdr: {
          ...{ MsgId: RTP_ID, CreDtTm: TIME, NbOfTxs: /^1$/, TtlIntrBkSttlmAmt: DOLLARS, IntrBkSttlmDt: DAY },
          SttlmInf: { SttlmMtd: /^CLRG$/, ClrSys: { Cd: /^TCH$/ } },
        },
        CdtTrfTxInf: {
          PmtId: {
            ...{ InstrId: /^2\d{7}[A-Z0-9]{11}B[A-Z0-9]{4}\d{11}$/, EndToEndId: text(35), TxId: text(35) },
            ...{ 'UETR?': UUID4, 'ClrSysRef?': text(35) },
          },
          PmtTpInf: {
            SvcLvl: { Cd: /^SDVA$/ },
            LclInstrm: { Prtry: /^(FOREIGN AFFILIATE|INTERMEDIARY|IXB|STANDARD|ZELLE)$/ },
            CtgyPurp: { Prtry: /^(BUSINESS|CONSUMER)$/ },
          },
          ...{ IntrBkSttlmAmt: DOLLARS, ChrgBr: /^SLEV$/, InstgAgt: rtpBank, InstdAgt: rtpBank },
          ...{ Dbtr: rtpParty, DbtrAcct: account, DbtrAgt: rtpBank },
          ...{ CdtrAgt: rtpBank, Cdtr: rtpParty, CdtrAcct: account, 'RmtInf?': remittance },
        },
      },
    }),
    'pacs.028.001.03': rtp('PaymentStatusRequest', 'pacs.028.001.03', {
      FIToFIPmtStsReq: {
        GrpHdr: { MsgId: RTP_ID, CreDtTm: TIME },
        OrgnlGrpInf: { ...rtpOriginal, OrgnlCreDtTm: TIME, OrgnlNbOfTxs: /^1$/ },
        TxInf: {
          ...{ OrgnlInstrId: text(35), OrgnlTxId: text(35), AccptncDtTm: TIME, InstgAgt: rtpBank, InstdAgt: rtpBank },
          OrgnlTxRef: { IntrBkSttlmAmt: DOLLARS, IntrBkSttlmDt: DAY },
        },
      },
    }),
    'camt.056.001.08': rtp('ReturnOfFunds', 'camt.056.001.08', {
      FIToFIPmtCxlReq: {
        Assgnmt: { Id: RTP_ID, Assgnr: { Agt: rtpBank }, Assgne: { Agt: rtpBank }, CreDtTm: TIME },
        Case: { Id: text(35), Cretr: { Agt: rtpBank } },
        Undrlyg: {
          OrgnlGrpInfAndCxl: { ...rtpOriginal, 'OrgnlCreDtTm?': TIME },
          TxInf: {
            ...{ OrgnlInstrId: text(35), 'OrgnlEndToEndId?': text(35), OrgnlTxId: text(35), 'OrgnlUETR?': UUID4 },
            ...{ OrgnlClrSysRef: text(35), OrgnlIntrBkSttlmAmt: DOLLARS, OrgnlIntrBkSttlmDt: DAY },
            CxlRsnInf: {
              Rsn: { Cd: /^(AC03|AM09|CUST|DS24|DUPL|FRAD|FRTR|TECH|UPAY)$/ },
              'AddtlInf?': text(105),
            },
          },
        },
      },
    }),
  },
};
