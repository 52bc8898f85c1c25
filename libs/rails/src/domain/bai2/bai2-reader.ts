import type { BankingDate } from '@payments/kernel';
import { OpenStatement } from '../statements/open-statement.js';
import { StatementAccounts } from '../statements/statement-accounts.js';
import { classOfBai2, directionOfBai2, type ConfiguredCodes } from '../statements/statement-classes.table.js';
import { isReference } from '../statements/statement-text.js';
import type { StatementEvent, StatementHeader, StatementLine, StatementOptions } from '../statements/statement.js';
import {
  assertFunds,
  assertTotal,
  assertTypeCode,
  centsOf,
  dayOf,
  instantOf,
  isCount,
  readSummaries,
} from './bai2-fields.js';
import { bai2Fault, type Bai2Record, Bai2Records, type Splits, textField } from './bai2-records.js';
import type { Bai2Waiver } from './bai2-rules.table.js';

/** Amounts and records that a control states, of a file, a group or an account. */
interface Sums {
  amounts: bigint;
  parts: number;
  records: number;
}

interface Group extends Sums {
  readonly header: Bai2Record;
}

interface Account extends Sums {
  /** Undefined for an account that is not ours: it is only added up. */
  readonly own: OwnAccount | undefined;
}

interface OwnAccount {
  readonly statement: OpenStatement;
  readonly header: StatementHeader;
  readonly codes: ConfiguredCodes;
}

const STATUSES = new Map<string, StatementHeader['status']>([
  ['1', 'new'],
  ['2', 'deletion'],
  ['3', 'correction'],
  ['4', 'test'],
]);

/** Reads statements from the records of BAI2 files, and proves their controls. */
export class Bai2Reader {
  private records: Bai2Records;
  private accounts: StatementAccounts;
  private files = 0;
  private file: Sums | undefined;
  private id = '';
  private toldAt: Date | null = null;
  private group: Group | undefined;
  private account: Account | undefined;
  private line = 0;
  private lastDay: { readonly text: string; readonly day: BankingDate } | undefined;
  private waived: readonly Bai2Waiver[] = [];

  constructor(private readonly options: StatementOptions) {
    this.records = new Bai2Records(options.accept?.includes('record_code'));
    this.accounts = new StatementAccounts(options);
  }

  /** Another reader that goes on from here. */
  copy(): Bai2Reader {
    const { records, accounts, file, group, account } = this;
    const own = account?.own && { ...account.own, statement: account.own.statement.copy() };
    return Object.assign(new Bai2Reader(this.options), this, {
      ...{ records: records.copy(), accounts: accounts.copy() },
      ...{ file: file && { ...file }, group: group && { ...group }, account: account && { ...account, own } },
    });
  }

  /** How often a line may be read in two ways; `inTransaction` if what precedes it ends in a transaction. */
  ambiguities(text: string, inTransaction: boolean): number {
    return this.records.ambiguities(text, inTransaction);
  }

  /** The events that end with this line. @throws InboundFileError when a rule is broken. */
  take(text: string, splits: Splits): StatementEvent[] {
    this.line += 1;
    return this.records.take(text, this.line, splits).flatMap((record) => this.record(record));
  }

  /** The events of the last record, which ends an account. @throws InboundFileError */
  endAccount(): StatementEvent[] {
    const events = this.records.end().flatMap((record) => this.record(record));
    if (this.account === undefined) return events;
    return bai2Fault(Math.max(this.line, 1), 'record_missing', { expected: '49', found: 'another end' });
  }

  /** The last events. @throws InboundFileError */
  end(): StatementEvent[] {
    const events = this.endAccount();
    const [line, found] = [Math.max(this.line, 1), 'the end of the file'];
    if (this.file !== undefined || this.files === 0) this.waive('record_missing', line, { expected: '99', found });
    const { skipped } = this.records;
    const waived = skipped > 0 ? [...this.waived, 'record_code' as const] : this.waived;
    return [...events, { kind: 'file_closed', others: this.accounts.close(), waived }];
  }

  private record(record: Bai2Record): StatementEvent[] {
    const { file, group, account } = this;
    switch (record.code) {
      case '01':
        if (file === undefined) return this.openFile(record);
        break;
      case '02':
        if (file !== undefined && group === undefined) return this.openGroup(record);
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
        if (file !== undefined && group === undefined) return this.closeFile(record, file);
    }
    return bai2Fault(record.line, 'record_order', { expected: 'another record', found: record.code });
  }

  private openFile({ fields, count }: Bai2Record): StatementEvent[] {
    this.file = sumsOf(count);
    this.files += 1;
    // Date, time and number of the file.
    this.id = [fields[2], fields[3], fields[4]].join('-');
    this.toldAt = instantOf(fields[2], fields[3]);
    return [];
  }

  private openGroup(header: Bai2Record): StatementEvent[] {
    this.group = { ...sumsOf(header.count), header };
    return [];
  }

  private openAccount({ fields, line, count }: Bai2Record, group: Group): StatementEvent[] {
    const [account = '', currency = '', ...summaries] = fields;
    const { opening, closing, sum } = readSummaries(summaries, line);
    const sums = { ...sumsOf(count), amounts: sum };
    const codes = this.accounts.codesOf(account, line);
    this.account = { ...sums, own: undefined };
    if (codes === undefined) return [];
    const header = { ...this.headerOf(group.header, currency), line, account, opening, closing };
    const statement = new OpenStatement(header);
    this.account = { ...sums, own: { statement, header, codes } };
    return statement.take();
  }

  private headerOf({ fields, line }: Bai2Record, currency: string) {
    const [, , statusCode = '', date = '', , ofGroup, modifier] = fields;
    const status = STATUSES.get(statusCode);
    if (status === undefined) bai2Fault(line, 'group_status', { expected: '1 to 4', found: 'another one' });
    if (!['USD', ''].includes(currency.trim() || (ofGroup ?? '').trim()))
      bai2Fault(line, 'currency', { expected: 'USD', found: 'another one' });
    const purpose = modifier === '3' || modifier === '4' ? 'intraday' : 'day';
    return {
      ...({ format: 'bai2', id: this.id, sequence: null, day: dayOf(date, line), status, purpose } as const),
      ...{ is_interim: modifier === '1', told_at: this.toldAt, page: null, is_last_page: false },
    };
  }

  private transaction(record: Bai2Record, account: Account): StatementEvent[] {
    const { fields, count, line } = record;
    const [code = '', amount = '', fundsType = ''] = fields;
    assertTypeCode(code, line);
    account.records += count;
    // Codes as 890 have a text only.
    const isText = amount.trim() === '';
    const cents = isText ? 0n : centsOf(amount, line);
    account.amounts += cents;
    if (account.own === undefined) return [];
    assertFunds(fundsType, line);
    const direction = directionOfBai2(code);
    if (isText && direction === undefined) return [];
    const status = isText || direction === undefined ? 'info' : 'booked';
    account.own.statement.add(this.lineOf(record, account.own, { cents, direction: direction ?? 'credit', status }));
    return account.own.statement.take();
  }

  // Field by field: spreading objects takes three times as long, and a statement may have 100,000 lines.
  private lineOf(
    { fields, line }: Bai2Record,
    { header: { day }, codes }: OwnAccount,
    { cents, direction, status }: Pick<StatementLine, 'direction' | 'status'> & { readonly cents: bigint },
  ): StatementLine {
    const [code = '', , fundsType, valueDate = ''] = fields;
    const at = textField(fields);
    const isReversal = cents < 0n;
    return {
      line,
      amount: isReversal ? -cents : cents,
      direction: isReversal ? (direction === 'credit' ? 'debit' : 'credit') : direction,
      status,
      booking_day: day,
      value_day: fundsType === 'V' && valueDate !== '' ? this.valueDay(valueDate, line) : day,
      class: classOfBai2(code, codes),
      code,
      is_reversal: isReversal,
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

  private closeAccount({ fields, line, count }: Bai2Record, account: Account): StatementEvent[] {
    const [total, records] = fields;
    account.records += count;
    assertTotal(line, total, account.amounts);
    this.assertCount('record_count', line, { stated: records, found: account.records });
    account.own?.statement.close(line);
    addTo(this.group!, account);
    this.account = undefined;
    return account.own?.statement.take() ?? [];
  }

  private closeGroup({ fields, line, count }: Bai2Record, group: Group): StatementEvent[] {
    const [total, accounts, records] = fields;
    group.records += count;
    assertTotal(line, total, group.amounts);
    this.assertCount('account_count', line, { stated: accounts, found: group.parts });
    this.assertCount('record_count', line, { stated: records, found: group.records });
    addTo(this.file!, group);
    this.group = undefined;
    return [];
  }

  private closeFile({ fields, line, count }: Bai2Record, file: Sums): StatementEvent[] {
    const [total, groups, records] = fields;
    file.records += count;
    assertTotal(line, total, file.amounts);
    this.assertCount('account_count', line, { stated: groups, found: file.parts });
    this.assertCount('record_count', line, { stated: records, found: file.records });
    this.file = undefined;
    return [];
  }

  private assertCount(
    rule: 'record_count' | 'account_count',
    line: number,
    { stated, found }: { readonly stated: string | undefined; readonly found: number },
  ): void {
    if (!isCount(line, stated, found)) this.waive(rule, line, { expected: stated!, found: String(found) });
  }

  /** @throws InboundFileError unless the rule may be broken. */
  waive(rule: Bai2Waiver, line: number, mismatch: { readonly expected: string; readonly found: string }): void {
    if (!this.options.accept?.includes(rule)) bai2Fault(line, rule, mismatch);
    if (!this.waived.includes(rule)) this.waived = [...this.waived, rule];
  }
}

const sumsOf = (records: number): Sums => ({ amounts: 0n, parts: 0, records });

function addTo(whole: Sums, { amounts, records }: Sums): void {
  whole.amounts += amounts;
  whole.records += records;
  whole.parts += 1;
}

const referencesOf = (...fields: readonly (string | undefined)[]) =>
  fields.map((field) => field?.trim()).filter(isReference);
