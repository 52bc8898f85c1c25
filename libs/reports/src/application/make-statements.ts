import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@payments/kernel';
import { OWN_BOOK } from '@payments/ledger';
import { workContext } from '@payments/observability';
import type { ReportState, StatementFormat } from '../domain/report-state.js';
import type { Amounts } from '../domain/running-amounts.js';
import { Bai2Writer } from '../domain/statements/bai2-writer.js';
import { CamtWriter } from '../domain/statements/camt-writer.js';
import { CsvWriter } from '../domain/statements/csv-writer.js';
import { between, daysOf } from '../domain/statements/statement-days.js';
import { linesOf } from '../domain/statements/statement.js';
import type {
  BookStatement,
  StatementBalance,
  StatementFile,
  StatementWriter,
} from '../domain/statements/statement.js';
import { EffectPages } from './effect-pages.js';
import { LedgerPeriods } from './ledger-period.js';
import type { FixedPeriod } from './ledger-period.js';
import { Effects } from './ports.js';
import { ReportFailureError } from './report-maker.js';
import type { MadeStep, ReportMaker } from './report-maker.js';

const writers: Readonly<Record<StatementFormat, (memo: string) => StatementWriter>> = {
  bai2: (memo) => new Bai2Writer(memo),
  camt053: (memo) => new CamtWriter(memo),
  csv: () => new CsvWriter(),
};

/**
 * `day`: of the statements that are written, or none when all are. `book`: the last one that was begun on this day. `position`
 * and `balance`: of its last line, until it is complete. Empty where there is none.
 */
type Progress = Readonly<Record<'day' | 'book' | 'position' | 'balance' | 'memo', string>>;

interface Step {
  readonly report: ReportState;
  readonly progress: Progress;
  readonly writer: StatementWriter;
}

interface DayOfBook {
  readonly key: string;
  readonly period: FixedPeriod;
  readonly statement: BookStatement;
}

/** Statements: the enterprise's own book on every day, and each subledger on the days that moved it; or one book alone. */
@Injectable()
export class MakeStatements implements ReportMaker<Progress> {
  /** A long statement takes many steps. */
  private latest: DayOfBook | undefined;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly periods: LedgerPeriods,
    private readonly effects: Effects,
    private readonly pages: EffectPages,
  ) {}

  async begin(report: ReportState): Promise<Progress> {
    await this.periods.close(report.end_time);
    return { day: daysOf(report)[0]!, book: '', position: '', balance: '', memo: '' };
  }

  async next(report: ReportState, progress: Progress): Promise<MadeStep<Progress>> {
    if (progress.day === '') return { text: '', rows: 0, progress, isLast: true };
    const step = { report, progress, writer: writers[report.format as StatementFormat](progress.memo) };
    if (progress.position !== '') return this.addLines(step);
    const book = await this.nextBook(step);
    return book === undefined ? endDay(step) : this.openBook(step, book);
  }

  /** The own book is the first one, then come those of the subledgers by their ids. */
  private async nextBook({ report, progress: { day, book } }: Step): Promise<string | undefined> {
    if (book === '') return report.book ?? OWN_BOOK;
    if (report.book !== null) return undefined;
    const range = await this.periods.read(between(day, day), OWN_BOOK);
    return this.unitOfWork.read(() => this.effects.nextMoved(book, range));
  }

  private async openBook(step: Step, book: string): Promise<MadeStep<Progress>> {
    const { report, progress, writer } = step;
    const { day } = progress;
    const { period, statement } = await this.dayOf(report, day, book);
    const isFirst = progress.book === '';
    const text =
      (isFirst && day === daysOf(report)[0] ? writer.open(fileOf(report)) : '') +
      (isFirst ? writer.openDay(day) : '') +
      writer.openBook(statement);
    const [position, balance] = [String(period.after), String(statement.opening.ledger)];
    return made(step, { text, progress: { book, position, balance } });
  }

  private async addLines(step: Step): Promise<MadeStep<Progress>> {
    const { report, progress, writer } = step;
    const { period, statement } = await this.dayOf(report, progress.day, progress.book);
    const range = { after: BigInt(progress.position), upTo: period.upTo, book: progress.book };
    const page = await this.pages.next(report.id, range);
    if (page === undefined) {
      demandBalance(BigInt(progress.balance), statement);
      return made(step, { text: writer.closeBook(statement), progress: { position: '', balance: '' } });
    }
    const lines = linesOf(page.effects, BigInt(progress.balance));
    const balance = lines.at(-1)?.balance ?? progress.balance;
    return made(step, {
      ...{ text: writer.lines(lines, statement), rows: lines.length },
      progress: { position: String(page.upTo), balance: String(balance) },
    });
  }

  private async dayOf({ id }: ReportState, day: string, book: string): Promise<DayOfBook> {
    const key = [id, day, book].join();
    if (this.latest?.key === key) return this.latest;
    const days = between(day, day);
    const period = await this.periods.read(days, book);
    const { subledger_reference_id, ...totals } = await this.unitOfWork.read(() => this.effects.totalsOf(book, period));
    const { enterpriseId, enterpriseName } = workContext.tenant();
    const statement: BookStatement = {
      ...{ day, ...days, subledger_reference_id, totals, name: subledger_reference_id ?? enterpriseName },
      account: (book === OWN_BOOK ? enterpriseId : book).replaceAll('-', ''),
      ...{ opening: balanceOf(period.opening), closing: balanceOf(period.closing) },
    };
    this.latest = { key, period, statement };
    return this.latest;
  }
}

function endDay(step: Step): MadeStep<Progress> {
  const { report, progress, writer } = step;
  const days = daysOf(report);
  const day = days[days.indexOf(progress.day) + 1] ?? '';
  const text = writer.closeDay() + (day === '' ? writer.close() : '');
  return made(step, { text, progress: { day, book: '' } });
}

interface Made {
  readonly text: string;
  readonly rows?: number;
  readonly progress: Partial<Progress>;
}

function made({ progress: before, writer }: Step, { text, rows = 0, progress }: Made): MadeStep<Progress> {
  return { text, rows, progress: { ...before, ...progress, memo: writer.memo() }, isLast: false };
}

function fileOf({ id, created_at }: ReportState): StatementFile {
  const { enterpriseId, enterpriseName } = workContext.tenant();
  return { id, created_at, enterprise_id: enterpriseId, enterprise_name: enterpriseName };
}

function balanceOf({ available, pending }: Amounts): StatementBalance {
  return { ledger: available + pending, available };
}

// A bank would refuse to send a statement that does not add up.
function demandBalance(balance: bigint, { day, account, opening, closing, totals }: BookStatement): void {
  const stated = opening.ledger + totals.credits - totals.debits;
  if (balance === closing.ledger && stated === closing.ledger) return;
  throw new ReportFailureError(
    'report_unbalanced',
    `the lines of ${account} on ${day} end with ${balance}, the totals with ${stated}, but the ledger has ${closing.ledger}`,
  );
}
