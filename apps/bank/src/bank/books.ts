import type { BatchHeader } from '../ach/ach-file.js';
import type {
  BankEvent,
  Booked,
  EntryAccepted,
  FileReceived,
  MessageReceived,
  Opened,
  PaymentTaken,
  PlannedOutcome,
  Sent,
} from '../journal/events.js';
import { FileHistory } from '../odfi/file-history.js';

export interface BatchInBooks {
  readonly file: FileReceived;
  readonly header: BatchHeader;
  readonly settleAt: number;
  readonly settleDate: string;
  readonly entries: EntryAccepted[];
}

/** An outcome that has not been sent. */
export interface DueOutcome {
  readonly batch: BatchInBooks;
  readonly entry: EntryAccepted;
  readonly index: number;
  readonly outcome: PlannedOutcome;
}

/** Following a request of the sender. */
const RETURNED_ON_REQUEST = 'FOCR';

export interface PaymentInBooks {
  readonly message: MessageReceived;
  readonly payment: PaymentTaken;
}

/** What the journal says, in memory. It changes only by events that are in the journal. */
export class Books {
  opened: Opened | undefined;
  readonly history = new FileHistory();
  readonly files = new Map<number, FileReceived>();
  /** By their number among the files. */
  readonly messages = new Map<number, MessageReceived>();
  /** By instruction id. */
  readonly payments = new Map<string, PaymentInBooks>();
  readonly batches: BatchInBooks[] = [];
  readonly lines: Booked[] = [];
  readonly outputs = new Map<number, Sent>();
  readonly unacknowledged = new Set<FileReceived>();
  private readonly unsettled = new Map<string, BatchInBooks>();
  private readonly open = new Map<string, DueOutcome>();
  private readonly statements: NonNullable<Sent['statement']>[] = [];
  private readonly messageIds = new Map<string, MessageReceived>();
  private readonly toReturn = new Map<string, PaymentInBooks>();
  private readonly returned = new Set<string>();
  private answers = 0;

  get unsettledBatches(): Iterable<BatchInBooks> {
    return this.unsettled.values();
  }

  /** The outcomes that have not been sent, oldest entries first. Refusals are sent with the acknowledgment. */
  get openOutcomes(): Iterable<DueOutcome> {
    return this.open.values();
  }

  /** How many files and messages came. */
  get received(): number {
    return this.files.size + this.messages.size;
  }

  has(file: number): boolean {
    return this.files.has(file) || this.messages.has(file);
  }

  /** Payments that the receiving bank still returns. */
  get openReturns(): Iterable<PaymentInBooks> {
    return this.toReturn.values();
  }

  /** The first message with an id that was taken. */
  messageWith(id: string): MessageReceived | undefined {
    return this.messageIds.get(id);
  }

  /** A payment that was made and did not come back. */
  returnable(instructionId: string): PaymentInBooks | undefined {
    const found = this.payments.get(instructionId);
    if (found === undefined || found.payment.status === 'RJCT' || this.returned.has(instructionId)) return undefined;
    return found;
  }

  isSettled({ file, header }: BatchInBooks): boolean {
    return !this.unsettled.has(batchKey(file.file, header.number));
  }

  /** The sequence of the next return or notification of change. */
  get nextAnswer(): number {
    return this.answers + 1;
  }

  get statementCount(): number {
    return this.statements.length;
  }

  get lastStatement(): NonNullable<Sent['statement']> | undefined {
    return this.statements.at(-1);
  }

  /** Of the last batch that was accepted. */
  private get lastBatch(): BatchInBooks | undefined {
    return this.batches.at(-1);
  }

  apply(event: BankEvent): void {
    switch (event.event) {
      case 'opened':
        this.opened = event;
        break;
      case 'file':
        this.addFile(event);
        break;
      case 'batch':
        this.addBatch({
          file: this.files.get(event.file)!,
          header: event.header,
          settleAt: event.settle_at,
          settleDate: event.settle_date,
          entries: [],
        });
        break;
      case 'entry':
        this.addEntry(event);
        break;
      case 'settled':
        this.unsettled.delete(batchKey(event.file, event.batch));
        break;
      case 'booked':
        this.lines.push(event);
        break;
      case 'answered':
        this.open.delete(outcomeKey(event.file, event.trace, event.outcome));
        this.answers++;
        break;
      case 'message':
        this.addMessage(event);
        break;
      case 'payment_returned':
        this.toReturn.delete(event.instruction_id);
        this.returned.add(event.instruction_id);
        break;
      case 'sent':
        this.addOutput(event);
        break;
    }
  }

  private addFile(file: FileReceived): void {
    this.files.set(file.file, file);
    this.unacknowledged.add(file);
    if (file.status === 'accepted' && file.header && file.totals) {
      this.history.addFile({ header: file.header, totals: file.totals }, file.at);
    }
  }

  private addMessage(message: MessageReceived): void {
    this.messages.set(message.file, message);
    const isFirst = message.problem === undefined && !this.messageIds.has(message.message_id);
    if (isFirst && message.about === undefined) this.messageIds.set(message.message_id, message);
    if (message.definition.startsWith('camt.056')) this.recall(message);
    for (const payment of message.payments) {
      if (this.payments.has(payment.instruction_id)) continue;
      this.payments.set(payment.instruction_id, { message, payment });
      if (payment.returns) this.toReturn.set(payment.instruction_id, { message, payment });
    }
  }

  private recall({ about, at }: MessageReceived): void {
    const found = about && this.returnable(about.instruction_id);
    if (!found) return;
    const payment = { ...found.payment, returns: { at, code: RETURNED_ON_REQUEST } };
    this.toReturn.set(found.payment.instruction_id, { ...found, payment });
  }

  private addBatch(batch: BatchInBooks): void {
    this.batches.push(batch);
    this.unsettled.set(batchKey(batch.file.file, batch.header.number), batch);
  }

  private addEntry(entry: EntryAccepted): void {
    const batch = this.lastBatch!;
    batch.entries.push(entry);
    this.history.addTrace(entry.trace, batch.file.at);
    entry.outcomes.forEach((outcome, index) => {
      if (outcome.kind === 'refuse') return;
      this.open.set(outcomeKey(entry.file, entry.trace, index), { batch, entry, index, outcome });
    });
  }

  private addOutput(output: Sent): void {
    this.outputs.set(output.output, output);
    if (output.statement) this.statements.push(output.statement);
    const file = output.file === undefined ? undefined : this.files.get(output.file);
    if (file) this.unacknowledged.delete(file);
  }
}

const batchKey = (file: number, batch: number): string => `${file} ${batch}`;
const outcomeKey = (file: number, trace: string, outcome: number): string => `${file} ${trace} ${outcome}`;

/** Whether the bank refused the entry in its acknowledgment, so that it never settles. */
export const isRefused = ({ outcomes }: EntryAccepted): boolean => outcomes.some(({ kind }) => kind === 'refuse');
