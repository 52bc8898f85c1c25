import { dayNumber, newYorkTimestamp } from '@payments/kernel';
import type { BookStatement, StatementBalance, StatementFile, StatementLine, StatementWriter } from './statement.js';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const END = '\n';

/** camt.053.001.08: a statement for each book and day, an entry for each line. */
export class CamtWriter implements StatementWriter {
  /** When the file was requested: each statement says it, too. */
  constructor(private createdAt: string) {}

  memo(): string {
    return this.createdAt;
  }

  open({ id, created_at }: StatementFile): string {
    this.createdAt = created_at.toISOString();
    const head = element('MsgId', compact(id)) + element('CreDtTm', this.createdAt);
    return `${DECLARATION}<Document xmlns="${NAMESPACE}"><BkToCstmrStmt>${wrap('GrpHdr', head)}${END}`;
  }

  openDay(): string {
    return '';
  }

  openBook(book: BookStatement): string {
    const { day, account, name, opening, closing } = book;
    const last = new Date(book.end_time.getTime() - 1);
    const period = element('FrDtTm', newYorkTimestamp(book.start_time)) + element('ToDtTm', newYorkTimestamp(last));
    const identification = wrap('Id', wrap('Othr', element('Id', account)));
    return (
      '<Stmt>' +
      // The end of a UUIDv7 is random.
      element('Id', `${day.replaceAll('-', '')}-${account.slice(-12)}`) +
      // Only the own book has a statement of every day: numbers with gaps would look like missing statements.
      (book.subledger_reference_id === null ? element('ElctrncSeqNb', String(dayNumber(day))) : '') +
      element('CreDtTm', this.createdAt) +
      wrap('FrToDt', period) +
      wrap('Acct', identification + element('Ccy', 'USD') + element('Nm', shortened(name, 70))) +
      balances(day, { code: ['OPBD', 'OPAV'], ...opening }) +
      balances(day, { code: ['CLBD', 'CLAV'], ...closing }) +
      summary(book) +
      END
    );
  }

  lines(lines: readonly StatementLine[]): string {
    return lines.map(entry).join('');
  }

  closeBook(): string {
    return `</Stmt>${END}`;
  }

  closeDay(): string {
    return '';
  }

  close(): string {
    return `</BkToCstmrStmt></Document>${END}`;
  }
}

type Balances = StatementBalance & { readonly code: readonly [ledger: string, available: string] };

function balances(day: string, { code: [ofLedger, ofAvailable], ledger, available }: Balances): string {
  const balance = (code: string, cents: bigint) =>
    wrap('Bal', wrap('Tp', wrap('CdOrPrtry', element('Cd', code))) + signed(cents) + wrap('Dt', element('Dt', day)));
  return balance(ofLedger, ledger) + balance(ofAvailable, available);
}

function summary({ totals: { credits, debits, credit_count, debit_count } }: BookStatement): string {
  const counted = (count: number, sum: bigint) => element('NbOfNtries', String(count)) + element('Sum', dollars(sum));
  const net = credits - debits;
  const direction = element('Amt', dollars(magnitude(net))) + element('CdtDbtInd', side(net));
  return wrap(
    'TxsSummry',
    wrap('TtlNtries', counted(credit_count + debit_count, credits + debits) + wrap('TtlNetNtry', direction)) +
      wrap('TtlCdtNtries', counted(credit_count, credits)) +
      wrap('TtlDbtNtries', counted(debit_count, debits)),
  );
}

function entry(line: StatementLine): string {
  const { code, reference, end_to_end_id, trace_number, return_code } = line;
  const references =
    element('EndToEndId', end_to_end_id ?? 'NOTPROVIDED') +
    (trace_number === '' ? '' : element('ClrSysRef', trace_number)) +
    (reference === '' || reference.length > 35 ? '' : element('AcctOwnrTxId', reference));
  const returned = return_code === null ? '' : wrap('RtrInf', wrap('Rsn', element('Cd', return_code)));
  const domain =
    element('Cd', 'PMNT') + wrap('Fmly', element('Cd', code.family) + element('SubFmlyCd', code.subfamily));
  const proprietary = element('Cd', code.bai2) + element('Issr', 'BAI');
  return (
    '<Ntry>' +
    element('NtryRef', String(line.position)) +
    signed(line.cents) +
    wrap('Sts', element('Cd', 'BOOK')) +
    wrap('BookgDt', element('DtTm', newYorkTimestamp(line.booked_at))) +
    (line.value_day === null ? '' : wrap('ValDt', element('Dt', line.value_day))) +
    element('AcctSvcrRef', compact(line.entry_id)) +
    wrap('BkTxCd', wrap('Domn', domain) + wrap('Prtry', proprietary)) +
    wrap('NtryDtls', wrap('TxDtls', wrap('Refs', references) + returned)) +
    element('AddtlNtryInf', shortened(line.description, 500)) +
    `</Ntry>${END}`
  );
}

const compact = (uuid: string) => uuid.replaceAll('-', '');
const magnitude = (cents: bigint) => (cents < 0n ? -cents : cents);
const side = (cents: bigint) => (cents < 0n ? 'DBIT' : 'CRDT');
const shortened = (text: string, length: number) => Array.from(text).slice(0, length).join('');

function dollars(cents: bigint): string {
  const digits = cents.toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const signed = (cents: bigint) =>
  `<Amt Ccy="USD">${dollars(magnitude(cents))}</Amt>${element('CdtDbtInd', side(cents))}`;

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Characters that XML 1.0 cannot have, also not escaped. */
const NOT_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const wrap = (name: string, content: string) => `<${name}>${content}</${name}>`;
const element = (name: string, text: string) =>
  wrap(
    name,
    text.replace(NOT_IN_XML, '?').replace(/[&<>]/g, (each) => ESCAPES[each]!),
  );
