import { AcknowledgeFiles } from './bank/acknowledge-files.js';
import type { Books } from './bank/books.js';
import { Outbox } from './bank/outbox.js';
import { PrintStatement } from './bank/print-statement.js';
import { ReceiveFiles } from './bank/receive-files.js';
import { ReceiveMessages } from './bank/receive-messages.js';
import { ReturnPayments } from './bank/return-payments.js';
import { SendAnswers } from './bank/send-answers.js';
import { SettleBatches } from './bank/settle-batches.js';
import { Workplace } from './bank/workplace.js';
import { DirectoryLock } from './journal/directory-lock.js';
import { Faults } from './faults/faults.js';
import { realDisk, type Disk } from './journal/disk.js';
import { parseBankSettings, type BankSettings } from './settings/bank-settings.js';
import { SftpServer } from './sftp/sftp-server.js';

export interface SimulatedBankOptions {
  /** Its directory: `inbound` and the others that the company sees, and `.bank` for its journal and keys. */
  readonly directory: string;
  /** 0 for a free port. Absent: no SFTP. */
  readonly sftpPort?: number;
  readonly host?: string;
  readonly settings?: BankSettings;
  readonly faults?: Faults;
  /** How long a banking day lasts. */
  readonly daySeconds?: number;
  /** How long a file must not change before the bank takes it. */
  readonly stableMs?: number;
  readonly print?: (line: string) => void;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  readonly disk?: Disk;
}

const DAY_SECONDS = 2;
const STABLE_MS = 300;
const LOOK_EVERY_MS = 100;

/**
 * A bank for tests: it takes NACHA files, acknowledges and settles them, returns entries, and prints statements. Messages with
 * instant payments are answered at once.
 */
export class SimulatedBank {
  private readonly place: Workplace;
  private readonly outbox: Outbox;
  private readonly receiveFiles: ReceiveFiles;
  private readonly steps: readonly { execute(now: number): void }[];
  private readonly clock: () => number;
  private readonly lock: DirectoryLock;
  private readonly sftp: SftpServer | undefined;
  private isOpened = false;
  /** Of the last round, so that it is printed once. */
  private failure = '';
  private timer: NodeJS.Timeout | undefined;

  constructor(options: SimulatedBankOptions) {
    const { directory, disk = realDisk, daySeconds = DAY_SECONDS, stableMs = STABLE_MS, print = () => {} } = options;
    const { settings = parseBankSettings('{}', 'settings'), faults = Faults.none(), clock = Date.now } = options;
    this.clock = clock;
    this.place = new Workplace({ root: directory, disk, settings, faults, dayMs: daySeconds * 1000, print });
    this.lock = new DirectoryLock(this.place.paths.private);
    this.outbox = new Outbox(this.place);
    const { sftpPort, host = '127.0.0.1' } = options;
    this.sftp = sftpPort === undefined ? undefined : new SftpServer(this.place, { host, port: sftpPort });
    this.receiveFiles = new ReceiveFiles(this.place, {
      stableMs,
      isOpen: (name) => this.sftp?.isOpen('inbound', name) ?? false,
      messages: new ReceiveMessages(this.place, this.outbox),
    });
    this.steps = [
      this.receiveFiles,
      new AcknowledgeFiles(this.place, this.outbox),
      new SettleBatches(this.place),
      new SendAnswers(this.place, this.outbox),
      new ReturnPayments(this.place, this.outbox),
      new PrintStatement(this.place, this.outbox),
    ];
  }

  /** What the journal says. */
  get books(): Books {
    return this.place.books;
  }

  /** @throws Error if SFTP is off or not started */
  get sftpPort(): number {
    if (!this.sftp) throw new Error('this bank has no SFTP server');
    return this.sftp.port;
  }

  /** Reads the journal. Once is enough. @throws DirectoryInUseError, JournalError */
  open(): void {
    if (this.isOpened) return;
    this.lock.take();
    this.isOpened = true;
    this.place.open(this.clock());
    this.outbox.recover();
    this.receiveFiles.recover();
  }

  /** Does everything that is due. @throws Error if the disk fails; the next round tries again. */
  round(): void {
    const now = this.clock();
    for (const step of this.steps) step.execute(now);
    this.outbox.deliver(now);
  }

  /** Opens the bank and lets it work until `stop`. */
  async start(): Promise<void> {
    this.open();
    await this.sftp?.start();
    this.timer = setInterval(() => this.tryRound(), LOOK_EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.sftp?.stop();
    this.lock.release();
  }

  private tryRound(): void {
    try {
      this.round();
      this.failure = '';
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      if (failure !== this.failure) this.place.print(`failed, trying again: ${failure}`);
      this.failure = failure;
    }
  }
}
