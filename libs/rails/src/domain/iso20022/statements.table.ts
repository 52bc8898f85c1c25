import { choice, group, many, maybe, optional, value, type ValuesOf } from './element-layout.js';
import { amount, count, date, dateTime, dayOfTime, oneOf, text, type ValueType } from './iso-values.js';

/** The statements of ISO 20022 by the elements that are used, in every version from 02 on. */

const flag: ValueType<boolean> = {
  ...{ rule: 'element_code', expected: 'true or false' },
  read: ({ text: found }) => ({ true: true, '1': true, false: false, '0': false })[found.trim()],
  write: (isSet) => ({ text: String(isSet) }),
};

/** A text in version 02, and later the code in an element. */
const entryStatus: ValueType<string> = {
  ...{ rule: 'element_code', expected: 'a status as BOOK' },
  read: ({ text: found, children }) => {
    const status = (children.find(({ name }) => name === 'Cd')?.text ?? found).trim();
    return /^[A-Z]{4}$/.test(status) ? status : undefined;
  },
  write: (status) => ({ text: status }),
};

const side = value(oneOf('CRDT', 'DBIT'));
const dateOrTime = choice({ Dt: maybe(date), DtTm: maybe(dayOfTime) });
const codeOrProprietary = choice({ Cd: maybe(text(35)), Prtry: maybe(text(35)) });

/** Some banks write more than the schema allows. */
const LONG = 140;

/** Whose it is, whatever else it says. */
export const statementAccount = {
  Acct: group({ Id: choice({ IBAN: maybe(text(34)), Othr: optional(group({ Id: value(text(34)) })) }) }),
};

/** Which page it is: of a message, or of a statement. */
export const pagination = { PgNb: value(text(5)), LastPgInd: value(flag) };

/** What comes before the lines. */
export const statementHead = {
  ...{ Id: value(text(LONG)), ElctrncSeqNb: maybe(count), CreDtTm: maybe(dateTime) },
  StmtPgntn: optional(group(pagination)),
  RptPgntn: optional(group(pagination)),
  NtfctnPgntn: optional(group(pagination)),
  FrToDt: optional(group({ FrDtTm: value(dateTime), ToDtTm: value(dateTime) })),
  Acct: group({ Ccy: maybe(oneOf('USD')) }),
  Bal: many(
    group({ Tp: group({ CdOrPrtry: codeOrProprietary }), Amt: value(amount), CdtDbtInd: side, Dt: dateOrTime }),
  ),
};

const reference = maybe(text(LONG));

/** A line. */
export const statementEntry = {
  ...{ NtryRef: reference, Amt: value(amount), CdtDbtInd: side, RvslInd: maybe(flag), Sts: value(entryStatus) },
  ...{ BookgDt: optional(dateOrTime), ValDt: optional(dateOrTime), AcctSvcrRef: reference },
  BkTxCd: optional(
    group({
      Domn: optional(group({ Cd: value(text(4)), Fmly: group({ Cd: value(text(4)), SubFmlyCd: value(text(4)) }) })),
      Prtry: optional(group({ Cd: value(text(35)), Issr: reference })),
    }),
  ),
  NtryDtls: many(
    group({
      Btch: optional(group({ MsgId: reference, PmtInfId: reference, NbOfTxs: maybe(count) })),
      TxDtls: many(
        group({
          Refs: optional(
            group({
              ...{ MsgId: reference, PmtInfId: reference, InstrId: reference, EndToEndId: reference },
              ...{ UETR: maybe(text(36)), TxId: reference, ClrSysRef: reference },
            }),
          ),
          RtrInf: optional(group({ Rsn: optional(group({ Cd: maybe(text(4)) })) })),
        }),
      ),
    }),
  ),
  AddtlNtryInf: maybe(text(20_000)),
};

export type StatementHeadValues = ValuesOf<typeof statementHead>;
export type StatementEntryValues = ValuesOf<typeof statementEntry>;
export type DateOrTime = StatementHeadValues['Bal'][number]['Dt'];
