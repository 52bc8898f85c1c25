import { isoDocument } from './bank-messages.js';

/** Statements of banks, written without the tables and readers of `libs/rails`. Amounts are cents. */
export interface LineOfStatement {
  /** Above 0: a credit. */
  readonly cents: number;
  /** Of BAI2. */
  readonly code?: string;
  readonly status?: string;
  readonly reference?: string;
  readonly text?: string;
  /** 'YYYY-MM-DD' */
  readonly value_day?: string;
}

export interface StatementOfDay {
  readonly id?: string;
  readonly sequence?: number;
  readonly account?: string;
  readonly day?: string;
  readonly opening?: number;
  /** The sum of opening and lines, unless it is wrong. */
  readonly closing?: number;
  readonly lines: readonly LineOfStatement[];
}

const decimal = (cents: number) =>
  `${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
const side = (cents: number) => (cents < 0 ? 'DBIT' : 'CRDT');
const sum = (lines: readonly LineOfStatement[]) =>
  lines.filter(({ status = 'BOOK' }) => status === 'BOOK').reduce((total, { cents }) => total + cents, 0);

/** A statement of a day as camt.053.001.08, or as version 02. */
export function camt053(statement: StatementOfDay, version: '02' | '08' = '08'): Buffer {
  const { id = 'ST1', sequence = 1, account = '1234567', day = '2026-11-23', opening = 100_000, lines } = statement;
  const closing = statement.closing ?? opening + sum(lines);
  const balance = (type: string, cents: number) =>
    `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="USD">${decimal(cents)}</Amt><CdtDbtInd>${side(cents)}</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entries = lines.map(
    ({ cents, code = cents < 0 ? '451' : '142', status = 'BOOK', reference, text, value_day = day }) => {
      const state = version === '02' ? status : `<Cd>${status}</Cd>`;
      const details =
        reference === undefined
          ? ''
          : `<NtryDtls><TxDtls><Refs><EndToEndId>${reference}</EndToEndId></Refs></TxDtls></NtryDtls>`;
      const information = text === undefined ? '' : `<AddtlNtryInf>${text}</AddtlNtryInf>`;
      return `<Ntry><Amt Ccy="USD">${decimal(cents)}</Amt><CdtDbtInd>${side(cents)}</CdtDbtInd><Sts>${state}</Sts><BookgDt><Dt>${day}</Dt></BookgDt><ValDt><Dt>${value_day}</Dt></ValDt><BkTxCd><Prtry><Cd>${code}</Cd><Issr>BAI</Issr></Prtry></BkTxCd>${details}${information}</Ntry>`;
    },
  );
  return isoDocument(
    `camt.053.001.${version}`,
    `<BkToCstmrStmt><GrpHdr><MsgId>G1</MsgId><CreDtTm>2026-11-24T01:00:00-05:00</CreDtTm></GrpHdr>
<Stmt><Id>${id}</Id><ElctrncSeqNb>${sequence}</ElctrncSeqNb><CreDtTm>2026-11-24T01:00:00-05:00</CreDtTm><Acct><Id><Othr><Id>${account}</Id></Othr></Id></Acct>
${balance('OPBD', opening)}${balance('CLBD', closing)}
${entries.join('\n')}
</Stmt></BkToCstmrStmt>`,
  );
}

/** The same as BAI2, with controls that agree. */
export function bai2(statement: StatementOfDay & { group?: string; modifier?: string; currency?: string }): Buffer {
  const { account = '1234567', day = '2026-11-23', opening = 100_000, lines, group = '1', modifier = '2' } = statement;
  const { currency = 'USD' } = statement;
  const closing = statement.closing ?? opening + sum(lines);
  const date = day.slice(2).replaceAll('-', '');
  const transactions = lines.map(
    ({ cents, code = cents < 0 ? '451' : '142', reference = '', text = 'ACH', value_day }) => {
      const funds = value_day === undefined ? 'Z' : `V,${value_day.slice(2).replaceAll('-', '')},`;
      return `16,${code},${Math.abs(cents)},${funds},,${reference},${text}/`;
    },
  );
  const total = opening + closing + lines.reduce((all, { cents }) => all + Math.abs(cents), 0);
  const count = transactions.length;
  return Buffer.from(
    [
      `01,091000019,1234567890,${date},0830,1,,,2/`,
      `02,1234567890,091000019,${group},${date},2400,${currency},${modifier}/`,
      `03,${account},${currency},010,${opening},,,015,${closing},,/`,
      ...transactions,
      ...[`49,${total},${count + 2}/`, `98,${total},1,${count + 4}/`, `99,${total},1,${count + 6}/`, ''],
    ].join('\n'),
  );
}
