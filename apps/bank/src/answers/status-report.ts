import type { NewYorkTime } from '../calendar/new-york.js';
import type { FileReceived } from '../journal/events.js';
import type { Acknowledged } from './acknowledgment.js';
import { groupBy } from './group-by.js';
import { xmlDecimal, xmlText } from './xml-values.js';

const ID_LENGTH = 35;
const PROBLEMS = 5;

/** The status of a file as pain.002.001.03: the file is the message, its batches are payment informations. */
export function statusReport({ file, entries, refused }: Acknowledged, { number, now }: Answer): string {
  const created = `${now.date}T${now.time.slice(0, 2)}:${now.time.slice(2)}:00`;
  const status = refused.length > 0 ? 'PART' : STATUS[file.status];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03"><CstmrPmtStsRpt>',
    `<GrpHdr><MsgId>STATUS-${number}</MsgId><CreDtTm>${created}</CreDtTm></GrpHdr>`,
    `<OrgnlGrpInfAndSts><OrgnlMsgId>${xmlText(file.name.slice(0, ID_LENGTH))}</OrgnlMsgId><OrgnlMsgNmId>NACHA</OrgnlMsgNmId>`,
    `${totals(file, entries)}<GrpSts>${status}</GrpSts>${reasons(file)}</OrgnlGrpInfAndSts>`,
    ...groupBy(refused, ({ entry }) => String(entry.batch)).map(refusedIn),
    '</CstmrPmtStsRpt></Document>',
    '',
  ].join('\n');
}

interface Answer {
  readonly number: string;
  readonly now: NewYorkTime;
}

const STATUS = { accepted: 'ACCP', refused: 'RJCT', duplicate: 'RJCT' } as const;

function totals({ status, totals: sums }: FileReceived, entries: number): string {
  if (status !== 'accepted' || sums === undefined) return '';
  const sum = xmlDecimal(sums.debitCents + sums.creditCents);
  return `<OrgnlNbOfTxs>${entries}</OrgnlNbOfTxs><OrgnlCtrlSum>${sum}</OrgnlCtrlSum>`;
}

function reasons({ status, problems }: FileReceived): string {
  if (status === 'accepted') return '';
  const code = status === 'duplicate' ? 'AM05' : 'NARR';
  return problems
    .slice(0, PROBLEMS)
    .map(({ line, rule }) => reason(`<Cd>${code}</Cd>`, `<AddtlInf>line ${line} ${rule}</AddtlInf>`))
    .join('');
}

function refusedIn(items: Acknowledged['refused']): string {
  const entries = items.map(
    ({ entry, code }) =>
      `<TxInfAndSts><OrgnlEndToEndId>${entry.trace}</OrgnlEndToEndId><TxSts>RJCT</TxSts>${reason(`<Prtry>${code}</Prtry>`)}</TxInfAndSts>`,
  );
  return `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${items[0]!.entry.batch}</OrgnlPmtInfId><PmtInfSts>PART</PmtInfSts>${entries.join('')}</OrgnlPmtInfAndSts>`;
}

const reason = (code: string, more = '') => `<StsRsnInf><Rsn>${code}</Rsn>${more}</StsRsnInf>`;
