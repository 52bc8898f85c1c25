import type { BankingDate } from '@payments/kernel';
import { calendarDay } from '../iso20022/iso-values.js';
import { OpenStatement } from '../statements/open-statement.js';
import { classOfBai2, directionOfBai2 } from '../statements/statement-classes.table.js';
import type { StatementEvent, StatementHeader, StatementLine, StatementOptions } from '../statements/statement.js';
import { bai2Fault, type Bai2Record, Bai2Records, fundsFields, textField } from './bai2-records.js';

/** Amounts and records that a control states, of a file, a group or an account. */
class Controlled {
  amounts = 0n;
  parts = 0;

  constructor(public records: number) {}

  add({ amounts, records }: Controlled): void {
    this.amounts += amounts;
    this.records += records;
    this.parts += 1;
  }
}

interface Group extends Controlled {
  readonly status: StatementHeader['status'];
  readonly day: BankingDate;
  readonly isIntraday: boolean;
}

interface Account extends Controlled {
  readonly statement: OpenStatement;
  readonly header: StatementHeader;
}

const STATUSES = new Map<string, StatementHeader['status']>([
  ['1', 'new'],
  ['2', 'deletion'],
  ['3', 'correction'],
  ['4', 'test'],
]);

/** Reads statements from the records of a BAI2 file, and proves its controls. */
export class Bai2Reader {
  private readonly records = new Bai2Records();
  private file: Controlled | undefined;
  private id = '';
  private isClosed = false;
  private group: Group | undefined;
  private account: Account | undefined;
  private line = 0;
  private lastDay: { readonly text: string; readonly day: BankingDate } | undefined;

  constructor(private readonly options: StatementOptions = {}) {}

  /** The events that end with this line. @throws InboundFileError when a rule is broken. */
  take(text: string): StatementEvent[] {
    this.line += 1;
    return this.records.take(text, this.line).flatMap((record) => this.record(record));
  }

  /** The last events. @throws InboundFileError */
  end(): StatementEvent[] {
    const events = this.records.end().flatMap((record) => this.record(record));
    if (!this.isClosed)
      bai2Fault(Math.max(this.line, 1), 'record_missing', { expected: '99', found: 'the end of the file' });
    return events;
  }

  private record(record: Bai2Record): StatementEvent[] {
    const { file, group, account } = this;
    switch (record.code) {
      case '01':
        if (file === undefined) return this.openFile(record);
        break;
      case '02':
        if (file !== undefined && group === undefined && !this.isClosed) return this.openGroup(record);
        break;
      case '03':
        if (group !== undefined && account === undefined) return this.openAccount(record, group);
        break;
      case '16':
        if (account !== undefined) return this.transaction(record, account);
        break;
      case '49':
        if (account !== undefined) return this.closeAccount(record, account);
        break;
      case '98':
        if (group !== undefined && account === undefined) return this.closeGroup(record, group);
        break;
      case '99':
        if (file !== undefined && group === undefined && !this.isClosed) return this.closeFile(record, file);
    }
    return bai2Fault(record.line, 'record_order', { expected: 'another record', found: record.code });
  }

  private openFile({ fields, count }: Bai2Record): StatementEvent[] {
    this.file = new Controlled(count);
    // Date, time and number of the file.
    this.id = [fields[2], fields[3], fields[4]].join('-');
    return [];
  }

  private openGroup({ fields, line, count }: Bai2Record): StatementEvent[] {
    const [, , statusCode = '', date = '', , currency, modifier] = fields;
    const status = STATUSES.get(statusCode);
    if (status === undefined) bai2Fault(line, 'group_status', { expected: '1 to 4', found: 'another one' });
    assertDollars(currency, line);
    const day = dayOf(date, line);
    this.group = Object.assign(new Controlled(count), {
      status,
      day,
      isIntraday: modifier === '3' || modifier === '4',
    });
    return [];
  }

  private openAccount({ fields, line, count }: Bai2Record, group: Group): StatementEvent[] {
    const [account = '', currency, ...summaries] = fields;
    assertDollars(currency, line);
    const controlled = new Controlled(count);
    const balances = readSummaries(summaries, line, controlled);
    const header: StatementHeader = {
      ...{ format: 'bai2', line, id: this.id, sequence: null, account, day: group.day, status: group.status },
      ...{ purpose: group.isIntraday ? 'intraday' : 'day' },
      ...{ opening: balances.get('010') ?? null, closing: balances.get('015') ?? null },
    };
    const statement = new OpenStatement(header, this.options);
    this.account = Object.assign(controlled, { statement, header });
    return statement.take();
  }

  private transaction(record: Bai2Record, account: Account): StatementEvent[] {
    const { fields, count, line } = record;
    const [code = '', amountField = '', fundsType = ''] = fields;
    if (!/^\d{3}$/.test(code)) bai2Fault(line, 'type_code', { expected: 'three digits', found: 'another text' });
    assertFunds(fundsType, line);
    account.records += count;
    // Codes of 890 have a text only.
    if (code === '890' && amountField === '') return [];
    const cents = amountOf(amountField, /^\d{1,15}$/, line);
    account.amounts += cents;
    account.statement.add(this.lineOf(record, cents, account.header));
    return account.statement.take();
  }

  // Field by field: spreading objects takes three times as long, and a statement may have 100,000 lines.
  private lineOf({ fields, line }: Bai2Record, amount: bigint, { day }: StatementHeader): StatementLine {
    const [code = '', , fundsType, valueDate = ''] = fields;
    const direction = directionOfBai2(code);
    if (direction === undefined) bai2Fault(line, 'type_code', { expected: 'a credit or a debit', found: code });
    const at = textField(fields);
    return {
      line,
      amount,
      direction,
      status: 'booked',
      booking_day: day,
      value_day: fundsType === 'V' ? this.valueDay(valueDate, line) : day,
      class: classOfBai2(code, this.options.codes ?? {}),
      code,
      is_reversal: false,
      payments: null,
      references: referencesOf(fields[at - 2], fields[at - 1]),
      text: fields.slice(at).join(',').trim(),
    };
  }

  // Most lines of a statement have the same day, and checking a date takes long.
  private valueDay(yymmdd: string, line: number): BankingDate {
    if (this.lastDay?.text !== yymmdd) this.lastDay = { text: yymmdd, day: dayOf(yymmdd, line) };
    return this.lastDay.day;
  }

  private closeAccount(record: Bai2Record, account: Account): StatementEvent[] {
    const [total, records] = record.fields;
    account.records += record.count;
    assertTotal(record, { stated: total, found: account.amounts });
    assertCount(record, 'record_count', { stated: records, found: account.records });
    account.statement.close(record.line);
    this.group!.add(account);
    this.account = undefined;
    return account.statement.take();
  }

  private closeGroup(record: Bai2Record, group: Group): StatementEvent[] {
    const [total, accounts, records] = record.fields;
    group.records += record.count;
    assertTotal(record, { stated: total, found: group.amounts });
    assertCount(record, 'account_count', { stated: accounts, found: group.parts });
    assertCount(record, 'record_count', { stated: records, found: group.records });
    this.file!.add(group);
    this.group = undefined;
    return [];
  }

  private closeFile(record: Bai2Record, file: Controlled): StatementEvent[] {
    const [total, groups, records] = record.fields;
    file.records += record.count;
    assertTotal(record, { stated: total, found: file.amounts });
    assertCount(record, 'account_count', { stated: groups, found: file.parts });
    assertCount(record, 'record_count', { stated: records, found: file.records });
    this.isClosed = true;
    return [];
  }
}

/** Balances and totals of an account, by type: type, amount, count, and funds type with its fields, again and again. */
function readSummaries(fields: readonly string[], line: number, controlled: Controlled): Map<string, bigint> {
  const balances = new Map<string, bigint>();
  for (let at = 0; at < fields.length;) {
    const type = fields[at]!;
    if (type === '') {
      at += 1;
      continue;
    }
    if (!/^\d{3}$/.test(type)) bai2Fault(line, 'type_code', { expected: 'three digits', found: 'another text' });
    const amountField = fields[at + 1] ?? '';
    assertFunds(fields[at + 3] ?? '', line);
    if (amountField !== '') {
      const amount = amountOf(amountField, /^[+-]?\d{1,15}$/, line);
      controlled.amounts += amount;
      if (balances.has(type)) bai2Fault(line, 'type_code', { expected: `one ${type}`, found: 'several' });
      balances.set(type, amount);
    }
    at += 4 + fundsFields(fields, at + 3);
  }
  return balances;
}

const referencesOf = (...fields: readonly (string | undefined)[]) => fields.flatMap((field) => field?.trim() || []);

function assertDollars(currency: string | undefined, line: number): void {
  if (currency === undefined || currency === '' || currency === 'USD') return;
  bai2Fault(line, 'currency', { expected: 'USD', found: 'another one' });
}

function assertFunds(type: string, line: number): void {
  if (/^[012SVDZ]?$/.test(type)) return;
  bai2Fault(line, 'funds_type', { expected: '0, 1, 2, S, V, D or Z', found: 'another text' });
}

function amountOf(field: string, form: RegExp, line: number): bigint {
  if (!form.test(field)) bai2Fault(line, 'field_number', { expected: 'digits', found: 'another text' });
  return BigInt(field.replace(/^\+/, ''));
}

function dayOf(yymmdd: string, line: number): BankingDate {
  const day = /^\d{6}$/.test(yymmdd)
    ? calendarDay(`20${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4)}`)
    : undefined;
  return day ?? bai2Fault(line, 'field_date', { expected: 'a date as YYMMDD', found: 'another text' });
}

function assertTotal(
  { line }: Bai2Record,
  { stated = '', found }: { stated: string | undefined; found: bigint },
): void {
  if (amountOf(stated, /^[+-]?\d{1,18}$/, line) === found) return;
  bai2Fault(line, 'control_total', { expected: stated, found: String(found) });
}

function assertCount(
  { line }: Bai2Record,
  rule: 'record_count' | 'account_count',
  { stated = '', found }: { stated: string | undefined; found: number },
): void {
  if (amountOf(stated, /^\d{1,15}$/, line) === BigInt(found)) return;
  bai2Fault(line, rule, { expected: stated, found: String(found) });
}
