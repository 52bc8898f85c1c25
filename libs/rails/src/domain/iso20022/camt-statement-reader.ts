import { newYorkDate } from '@payments/kernel';
import { StatementAccounts } from '../statements/statement-accounts.js';
import {
  classOfBai2,
  classOfIso,
  configuredClass,
  type ConfiguredCodes,
} from '../statements/statement-classes.table.js';
import { OpenStatement, statementFault } from '../statements/open-statement.js';
import { isReference } from '../statements/statement-text.js';
import type { StatementEvent, StatementHeader, StatementLine, StatementOptions } from '../statements/statement.js';
import { type Layout, readLayout, type ValuesOf } from './element-layout.js';
import { IsoFaults } from './iso-diagnostic.js';
import { isoRules } from './iso-rules.table.js';
import { definitionOf } from './message-types.table.js';
import {
  pagination,
  statementAccount,
  statementEntry,
  type StatementEntryValues,
  statementHead,
  type DateOrTime,
  type StatementHeadValues,
} from './statements.table.js';
import type { XmlElement, XmlPart } from './xml-element.js';

/** The depth at which a document of statements is cut: document, message, statement, and then lines. */
export const STATEMENT_PART_DEPTH = 4;

type Format = Exclude<StatementHeader['format'], 'bai2'>;

interface Kind {
  readonly format: Format;
  readonly root: string;
  readonly statement: string;
  readonly purpose: StatementHeader['purpose'];
}

const kinds: readonly Kind[] = [
  { format: 'camt.053', root: 'BkToCstmrStmt', statement: 'Stmt', purpose: 'day' },
  { format: 'camt.052', root: 'BkToCstmrAcctRpt', statement: 'Rpt', purpose: 'intraday' },
  { format: 'camt.054', root: 'BkToCstmrDbtCdtNtfctn', statement: 'Ntfctn', purpose: 'notification' },
];

/** Enough for every balance of a day; more would be kept in memory. */
const MOST_HEAD_PARTS = 1_000;

interface OwnStatement {
  readonly statement: OpenStatement;
  readonly header: StatementHeader;
  readonly codes: ConfiguredCodes;
}

/** The statement whose lines come; it may be of another account. */
interface Current {
  readonly own: OwnStatement | undefined;
}

/** Reads statements from the parts of a document, at STATEMENT_PART_DEPTH. */
export class CamtStatementReader {
  private kind: Kind | undefined;
  private depth = 0;
  private parent: XmlElement | undefined;
  private head: XmlElement[] = [];
  private page: Page | undefined;
  private current: Current | undefined;
  private readonly accounts: StatementAccounts;

  constructor(private readonly options: StatementOptions = {}) {
    this.accounts = new StatementAccounts(options);
  }

  /** The events of a part. @throws InboundFileError when it breaks a rule. */
  take(part: XmlPart): StatementEvent[] {
    switch (part.kind) {
      case 'open':
        this.open(part.element);
        return [];
      case 'part':
        return this.part(part.element);
      case 'close':
        return this.close(part.name);
    }
  }

  /** The last event. @throws InboundFileError when no statement is of an account of ours. */
  end(): StatementEvent {
    return { kind: 'file_closed', others: this.accounts.close(), waived: [] };
  }

  private open(element: XmlElement): void {
    this.depth += 1;
    if (this.depth === 1) this.kind = kindOf(element, this.options);
    if (this.depth === 2) this.kind = assertRoot(element, this.kind);
    if (this.depth === 3) [this.parent, this.head] = [element, []];
  }

  private part(element: XmlElement): StatementEvent[] {
    // Of the whole message, for statements that say nothing of their own.
    if (element.name === 'MsgPgntn' && this.parent?.name === 'GrpHdr')
      this.page = read(pagination, element, this.kind!);
    if (this.parent?.name !== this.kind!.statement || element.uri !== this.parent.uri) return [];
    if (element.name !== 'Ntry') {
      this.addToHead(element);
      return [];
    }
    const { own } = this.begun();
    if (own === undefined) return [];
    own.statement.add(lineOf(read(statementEntry, element, this.kind!), element, own));
    return own.statement.take();
  }

  private addToHead(element: XmlElement): void {
    if (this.current !== undefined) {
      if (!Object.hasOwn(statementHead, element.name)) return;
      statementFault(element.line, 'statement_order', { expected: 'lines', found: element.name });
    }
    this.head.push(element);
    if (this.head.length > MOST_HEAD_PARTS) {
      statementFault(element.line, 'xml_size', { expected: isoRules.xml_size, found: 'more balances' });
    }
  }

  private close(name: string): StatementEvent[] {
    this.depth -= 1;
    if (this.depth !== 2 || name !== this.kind!.statement) return [];
    const { own } = this.begun();
    this.current = undefined;
    own?.statement.close(this.parent!.line);
    return own?.statement.take() ?? [];
  }

  /** The statement, once all that precedes its lines is there. */
  private begun(): Current {
    return (this.current ??= { own: this.ownOf({ ...this.parent!, children: this.head }) });
  }

  private ownOf(element: XmlElement): OwnStatement | undefined {
    const [kind, { line }] = [this.kind!, element];
    const { Acct } = read(statementAccount, element, kind);
    const account = Acct.Id.IBAN ?? Acct.Id.Othr!.Id;
    const codes = this.accounts.codesOf(account, line);
    if (codes === undefined) return undefined;
    const context = { kind, line, account, page: this.page };
    const header = headerOf(read(statementHead, element, kind), context);
    return { statement: new OpenStatement(header), header, codes };
  }
}

/** Any version from 02 on: what is read stayed the same. Without a namespace, only the message tells. */
function kindOf({ name, uri, line }: XmlElement, { accept = [] }: StatementOptions): Kind | undefined {
  if (uri === '' && name === 'Document') {
    if (accept.includes('missing_namespace')) return undefined;
    return statementFault(line, 'missing_namespace', { expected: isoRules.missing_namespace, found: 'none' });
  }
  const definition = definitionOf(uri) ?? '';
  const kind = kinds.find(({ format }) => new RegExp(`^${format}\\.001\\.(0[2-9]|1\\d)$`).test(definition));
  if (kind !== undefined && name === 'Document') return kind;
  return statementFault(line, 'message_type', { expected: isoRules.message_type, found: 'another one' });
}

function assertRoot({ name, line }: XmlElement, kind: Kind | undefined): Kind {
  const found = kinds.find(({ root }) => root === name);
  if (found !== undefined && (kind === undefined || kind === found)) return found;
  const expected = kind?.root ?? kinds.map(({ root }) => root).join(', ');
  return statementFault(line, 'message_root', { expected, found: 'another element' });
}

function read<L extends Layout>(layout: L, element: XmlElement, { format }: Kind) {
  const faults = new IsoFaults(format);
  const values = readLayout(layout, element, { faults, path: element.name });
  faults.assertNone();
  return values!;
}

interface HeaderContext {
  readonly kind: Kind;
  readonly line: number;
  readonly account: string;
  readonly page: Page | undefined;
}

type Page = ValuesOf<typeof pagination>;

/** A larger one is no number of statements. */
const HIGHEST_SEQUENCE = 2 ** 31 - 1;

function headerOf(values: StatementHeadValues, { kind, line, account, ...message }: HeaderContext): StatementHeader {
  const { Id, ElctrncSeqNb, CreDtTm, FrToDt, StmtPgntn, RptPgntn, NtfctnPgntn } = values;
  const page = pageOf(StmtPgntn ?? RptPgntn ?? NtfctnPgntn ?? message.page, line);
  const sequence = ElctrncSeqNb !== undefined && ElctrncSeqNb <= HIGHEST_SEQUENCE ? ElctrncSeqNb : null;
  const balances = new Map<string, StatementHeadValues['Bal'][number]>();
  for (const balance of values.Bal) {
    const type = balance.Tp.CdOrPrtry.Cd ?? '';
    if (balances.has(type) && ['OPBD', 'PRCD', 'CLBD'].includes(type)) {
      statementFault(line, 'statement_balance', { expected: `one ${type}`, found: 'several' });
    }
    balances.set(type, balance);
  }
  const [opening, closing] = [balances.get('OPBD') ?? balances.get('PRCD'), balances.get('CLBD')];
  const covered = closing === undefined ? undefined : dayOf(closing.Dt);
  const until = FrToDt?.ToDtTm ?? CreDtTm;
  const day = covered ?? (until === undefined ? undefined : newYorkDate(until));
  if (day === undefined) statementFault(line, 'element_missing', { expected: 'a day that it covers', found: 'none' });
  return {
    ...{ format: kind.format, line, id: Id, sequence, day, purpose: kind.purpose, status: 'new', account },
    ...{ is_interim: false, told_at: CreDtTm ?? null, ...page },
    ...{ opening: signed(opening), closing: signed(closing) },
  };
}

/** One page alone is a whole statement. */
function pageOf(page: Page | undefined, line: number): Pick<StatementHeader, 'page' | 'is_last_page'> {
  if (page === undefined || (page.LastPgInd && Number(page.PgNb) <= 1)) return { page: null, is_last_page: false };
  const number = Number(page.PgNb);
  if (!Number.isInteger(number) || number < 1)
    statementFault(line, 'statement_paging', { expected: 'the number of a page', found: 'another text' });
  return { page: number, is_last_page: page.LastPgInd };
}

function signed(balance: StatementHeadValues['Bal'][number] | undefined): bigint | null {
  if (balance === undefined) return null;
  return balance.CdtDbtInd === 'CRDT' ? balance.Amt : -balance.Amt;
}

const dayOf = ({ Dt, DtTm }: DateOrTime) => Dt ?? DtTm!;

function lineOf(entry: StatementEntryValues, element: XmlElement, { header, codes }: OwnStatement): StatementLine {
  const booking_day = entry.BookgDt === undefined ? header.day : dayOf(entry.BookgDt);
  return {
    ...{ line: element.line, amount: entry.Amt, direction: entry.CdtDbtInd === 'CRDT' ? 'credit' : 'debit' },
    status: entry.Sts === 'BOOK' ? 'booked' : entry.Sts === 'PDNG' ? 'pending' : 'info',
    ...{ booking_day, value_day: entry.ValDt === undefined ? booking_day : dayOf(entry.ValDt) },
    ...codeOf(entry, codes),
    ...{ is_reversal: entry.RvslInd === true, payments: entry.NtryDtls[0]?.Btch?.NbOfTxs ?? null },
    ...{ references: referencesOf(entry), text: entry.AddtlNtryInf ?? '' },
  };
}

/** By the profile from the most exact code to the family, and else by the tables. A proprietary code of BAI is one of BAI2. */
function codeOf({ BkTxCd, RvslInd, NtryDtls }: StatementEntryValues, configured: ConfiguredCodes) {
  const { Domn, Prtry } = BkTxCd ?? {};
  const domain = Domn === undefined ? [] : [Domn.Cd, Domn.Fmly.Cd, Domn.Fmly.SubFmlyCd];
  const candidates = [...(Prtry ? [Prtry.Cd] : []), domain.join('/'), domain.slice(0, 2).join('/')];
  const bai2 = Prtry !== undefined && /^BAI2?$/.test(Prtry.Issr ?? '') ? classOfBai2(Prtry.Cd, {}) : 'other';
  const isReturn = RvslInd === true || NtryDtls.some(({ TxDtls }) => TxDtls.some(({ RtrInf }) => RtrInf !== undefined));
  const found = configuredClass(candidates, configured) ?? (bai2 === 'other' ? classOfIso(domain, isReturn) : bai2);
  return { code: Prtry?.Cd ?? domain.join('/'), class: found };
}

/** The bank's own come first: what a payer writes may come again. */
function referencesOf({ NtryRef, AcctSvcrRef, NtryDtls }: StatementEntryValues): string[] {
  const details = NtryDtls.flatMap(({ TxDtls }) => TxDtls.map(({ Refs }) => Refs));
  const batches = NtryDtls.flatMap(({ Btch }) => [Btch?.PmtInfId, Btch?.MsgId]);
  const all = [
    ...[AcctSvcrRef, ...details.flatMap((refs) => [refs?.ClrSysRef, refs?.UETR])],
    ...batches,
    ...details.flatMap((refs) => [refs?.TxId, refs?.InstrId, refs?.EndToEndId, refs?.PmtInfId, refs?.MsgId]),
    NtryRef,
  ];
  return [...new Set(all.filter(isReference))];
}
