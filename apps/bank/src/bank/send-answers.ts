import { answerBatchKey, answerFile, type TracedOutcome } from '../answers/answer-file.js';
import { groupBy } from '../answers/group-by.js';
import { isCredit } from '../ach/arithmetic.js';
import { newYorkTime } from '../calendar/new-york.js';
import { CONTENT_FAULTS, type ContentFault } from '../faults/faults.js';
import { spoilFile } from '../faults/spoil-file.js';
import type { Answered, Booked } from '../journal/events.js';
import type { DueOutcome } from './books.js';
import type { Draft, Outbox } from './outbox.js';
import { batchReference, lineText } from './settle-batches.js';
import type { Workplace } from './workplace.js';

const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const MOST_ANSWERS = 9_999_999;
/** BAI2 type codes of a returned credit, which the company gets back, and of a returned debit. */
const RETURNED = {
  credit: { type: '168', direction: 'credit' },
  debit: { type: '557', direction: 'debit' },
} as const;
/** Faults that only files of returns can have. */
const RETURN_FAULTS: readonly ContentFault[] = ['duplicate_return'];
const FILE_FAULTS = CONTENT_FAULTS.filter((fault) => fault !== 'statement_cent');

/** Sends the returns and notifications of change that are due, one file for each customer and kind. */
export class SendAnswers {
  constructor(
    private readonly place: Workplace,
    private readonly outbox: Outbox,
  ) {}

  execute(now: number): void {
    const due = [...this.place.books.openOutcomes].filter(
      ({ batch, outcome }) => outcome.due_at <= now && this.place.books.isSettled(batch),
    );
    // A change comes before the return of the same entry.
    for (const kind of ['change', 'return'] as const) {
      const ofKind = due.filter(({ outcome }) => outcome.kind === kind);
      for (const group of groupBy(ofKind, customerOf)) this.send(group, kind, now);
    }
  }

  private send(due: readonly DueOutcome[], kind: 'change' | 'return', now: number): void {
    const outcomes = grouped(due).map((each, index) => ({ ...each, trace: this.traceOf(each, index) }));
    const answered = outcomes.map(({ entry, index, trace }): Answered => ({
      event: 'answered',
      file: entry.file,
      trace: entry.trace,
      outcome: index,
      answer_trace: trace,
    }));
    const lines = kind === 'return' ? this.linesOf(outcomes, now) : [];
    this.outbox.commit(now, [...answered, ...lines], this.draftsOf(outcomes, kind, now));
  }

  /** The number of the receiving bank, which sends the answer, and a sequence. */
  private traceOf({ entry }: DueOutcome, index: number): string {
    const sequence = ((this.place.books.nextAnswer + index - 1) % MOST_ANSWERS) + 1;
    return `${entry.rdfi}${String(sequence).padStart(7, '0')}`;
  }

  private linesOf(outcomes: readonly TracedOutcome[], now: number): Booked[] {
    return outcomes
      .filter(({ entry }) => entry.cents > 0)
      .map(({ batch, entry, outcome, trace }, index) => ({
        event: 'booked',
        line: this.place.books.lines.length + index + 1,
        at: now,
        date: outcome.date,
        ...RETURNED[isCredit(entry.code) ? 'credit' : 'debit'],
        cents: entry.cents,
        file: entry.file,
        batch: entry.batch,
        reference: batchReference(batch),
        text: `${lineText(batch, outcome.date)} ${outcome.code} ${entry.trace} ${trace}`,
      }));
  }

  private draftsOf(outcomes: readonly TracedOutcome[], kind: 'change' | 'return', now: number): Draft[] {
    const number = this.outbox.nextNumber;
    const faults = FILE_FAULTS.filter(
      (fault) => (kind === 'return' || !RETURN_FAULTS.includes(fault)) && this.place.faults.strikes(fault, number),
    );
    const files: { of: readonly TracedOutcome[]; planted: readonly ContentFault[] }[] = [
      { of: outcomes, planted: faults },
      // Nobody can read a truncated file, so the bank sends it again, whole.
      ...(faults.includes('truncated') ? [{ of: outcomes, planted: [] }] : []),
      ...(faults.includes('duplicate_return') ? [{ of: outcomes.slice(0, 1), planted: [] }] : []),
    ];
    return files.map(({ of, planted }, place) => ({
      kind,
      directory: 'outbound',
      nameOf: (output) => `${kind}-${output}.ach`,
      content: spoilFile(this.render(of, place, now), planted),
      deliver_at: now + (place > 0 || planted.includes('out_of_order') ? this.laterMs : 0),
      faults: planted,
      creation_date: newYorkTime(now).date,
    }));
  }

  /** Late enough that files of the next banking day come before. */
  private get laterMs(): number {
    return this.place.dayMs * 1.5;
  }

  private render(outcomes: readonly TracedOutcome[], place: number, now: number): Buffer {
    const { books, settings } = this.place;
    const time = newYorkTime(now);
    const earlier = [...books.outputs.values()].filter(({ creation_date }) => creation_date === time.date).length;
    const modifier = MODIFIERS[(earlier + place) % MODIFIERS.length]!;
    return answerFile(outcomes, { now: time, modifier, odfi: settings.routingNumber.slice(0, 8) });
  }
}

const customerOf = ({ batch }: DueOutcome): string => `${batch.file.header!.origin} ${batch.file.header!.destination}`;

/** Those of one batch stand together, so that trace numbers ascend in each batch of the file. */
function grouped(due: readonly DueOutcome[]): DueOutcome[] {
  return groupBy(due, answerBatchKey).flat();
}
