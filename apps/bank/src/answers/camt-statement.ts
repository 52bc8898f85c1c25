import type { NewYorkTime } from '../calendar/new-york.js';
import type { Booked } from '../journal/events.js';
import { closingCents, type Statement } from './bai2-statement.js';
import { xmlDecimal, xmlText } from './xml-values.js';

/** The statement of a day as camt.053.001.08: opening and closing balance, and an entry for each line. */
export function camtStatement(statement: Statement, now: NewYorkTime): string {
  const { number, account, date, openingCents, lines } = statement;
  const created = `${now.date}T${now.time.slice(0, 2)}:${now.time.slice(2)}:00`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>',
    `<GrpHdr><MsgId>STATEMENT-${number}</MsgId><CreDtTm>${created}</CreDtTm></GrpHdr>`,
    `<Stmt><Id>${date}-${number}</Id><ElctrncSeqNb>${number}</ElctrncSeqNb><CreDtTm>${created}</CreDtTm>`,
    `<Acct><Id><Othr><Id>${xmlText(account)}</Id></Othr></Id><Ccy>USD</Ccy></Acct>`,
    balance('OPBD', openingCents, date),
    balance('CLBD', closingCents(openingCents, lines), date),
    ...lines.map((line) => entry(line, date)),
    '</Stmt></BkToCstmrStmt></Document>',
    '',
  ].join('\n');
}

function balance(type: string, cents: number, date: string): string {
  return `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp>${amount(cents)}<Dt><Dt>${date}</Dt></Dt></Bal>`;
}

function entry({ type, direction, cents, date, line, reference, text }: Booked, booked: string): string {
  const signed = direction === 'credit' ? cents : -cents;
  return [
    `<Ntry><NtryRef>${line}</NtryRef>${amount(signed)}<Sts><Cd>BOOK</Cd></Sts>`,
    `<BookgDt><Dt>${booked}</Dt></BookgDt><ValDt><Dt>${date}</Dt></ValDt>`,
    `<BkTxCd><Prtry><Cd>${type}</Cd><Issr>BAI</Issr></Prtry></BkTxCd>`,
    `<NtryDtls><Btch><PmtInfId>${xmlText(reference)}</PmtInfId></Btch></NtryDtls>`,
    `<AddtlNtryInf>${xmlText(text)}</AddtlNtryInf></Ntry>`,
  ].join('');
}

function amount(cents: number): string {
  return `<Amt Ccy="USD">${xmlDecimal(cents)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
}
