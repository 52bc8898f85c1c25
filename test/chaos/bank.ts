import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bankCompany, bankProfile } from '@payments/testing';
import type {
  BankEvent,
  EntryAccepted,
  MessageReceived,
  PaymentTaken,
  Sent,
} from '../../apps/bank/src/journal/events.js';
import { REPORT_PATTERNS } from '../support/bank/report-patterns.js';
import { Program } from '../support/e2e/program.js';
import { SimulatedBankProcess } from '../support/e2e/simulated-bank.js';
import type { BankEvidence, InstructionLine, StoredLeg } from './evidence.js';
import type { KillableDatabase } from '../support/e2e/killable-database.js';

const DAY_SECONDS = 2;
const FIRST_COMPANY = 1_234_567_890;
const USER = 'company';
const OPERATOR = 'operator';
const PASSWORD = 'CHAOS_BANK_PASSWORD';
/** That of the simulated bank: its statements are of it. */
const ACCOUNT = { CHAOS_SETTLEMENT_ACCOUNT: '1000200030' };
/** Longer than a half-written file stays so. */
const STABLE_SECONDS = 2;

/** What goes wrong at the bank while the storm lasts. */
const FAULTS = {
  ...{
    reset_at_byte: { chance: 0.05, byte: 3_000 },
    reset_at_rename: { chance: 0.25 },
    stale_listing: { chance: 0.05 },
  },
  ...{ unreadable: { chance: 0.03 }, slow: { chance: 0.05, bytes_per_second: 16_384 } },
  ...{ disk_full: { chance: 0.1, byte: 2_000 }, changed_host_key: { chance: 0.02 } },
  ...{ half_written: { chance: 0.2 }, duplicate_return: { chance: 0.2 }, out_of_order: { chance: 0.2 } },
  ...{ crlf: { chance: 0.2 }, unpadded: { chance: 0.2 }, no_header: { chance: 0.1 }, truncated: { chance: 0.1 } },
};

/** What goes wrong with the answers to messages of a participant, which may ask; a company would have to call its bank. */
const FAULTS_BETWEEN_BANKS = { status_lost: { chance: 0.05 }, message_lost: { chance: 0.05 } };

/** Kinds of runs with a bank, by the message in which it takes instant payments besides files. */
export const INSTANT_MESSAGES = {
  bank: undefined,
  'bank+pain.001': 'pain.001.001.09',
  'bank+pacs.008': 'pacs.008.001.08',
} as const;

/** Between banks a message has one. */
const PAYMENTS_OF_COMPANY = 5;

/** Short, so that questions are asked in a run. */
const STATUS_WITHIN_SECONDS = 30;

/**
 * A file id modifier is used once a day, and there are 36. A cut makes two files: of the window that comes, and of the
 * later one of credits that waited for their debits. So a run has a limited number of cuts, and a few are for its end.
 */
const CUTS = 12;
const LAST_CUTS_SECONDS = 15;

/** In the sandbox each order has a cut of its own; here those of files have one every so many seconds, as at a bank. */
const cutsEvery = (seconds: number): string => `
  CREATE OR REPLACE FUNCTION rails.chaos_cut() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.rail IN ('ach', 'same_day_ach') THEN
      NEW.cut_at := to_timestamp(ceil(extract(epoch FROM NEW.cut_at) / ${seconds}) * ${seconds});
    END IF;
    RETURN NEW;
  END $$`;

/** Files that only an operator lets go on: the server was another one, or refused a path. */
const HELD = `SELECT id FROM rails.files WHERE state = 'held' AND reason IN ('host_key', 'path')`;

/** What 'rails reconcile' prints. */
interface Comparison {
  readonly connections: readonly { readonly until: string | null }[];
  readonly breaks: readonly { readonly kind: string }[];
}

interface ChaosBankOptions {
  readonly seed: number;
  readonly instant: (typeof INSTANT_MESSAGES)[keyof typeof INSTANT_MESSAGES];
}

/** The simulated bank, to which all enterprises of a run send files over one connection. */
export class ChaosBank {
  private constructor(
    private readonly directory: string,
    readonly server: SimulatedBankProcess,
    private readonly instant: ChaosBankOptions['instant'],
  ) {}

  /** Its data goes below the directory. */
  static async start(directory: string, { seed, instant }: ChaosBankOptions): Promise<ChaosBank> {
    const faults = { ...FAULTS, ...(instant === 'pacs.008.001.08' && FAULTS_BETWEEN_BANKS) };
    const server = await SimulatedBankProcess.start({
      ...{ directory: join(directory, 'bank'), daySeconds: DAY_SECONDS, faults: { seed, faults } },
    });
    return new ChaosBank(directory, server, instant);
  }

  get url(): string {
    return `sftp://127.0.0.1:${this.server.port}`;
  }

  /** The settings of a process. */
  settingsOf(name: string): Record<string, string> {
    return { PROCESSOR: 'bank', BANKS_FILE: this.profileOf(name), [PASSWORD]: this.server.password, ...ACCOUNT };
  }

  /** Writes the profiles of processes, each with the port at which that process reaches the bank. */
  admit(enterprises: readonly string[], ports: ReadonlyMap<string, number>): void {
    for (const [name, port] of [...ports, [OPERATOR, this.server.port] as const]) {
      writeFileSync(this.profileOf(name), JSON.stringify(this.profile(enterprises, port)), { mode: 0o600 });
    }
  }

  /** Cuts files so often that a storm of this length leaves modifiers for the end. */
  async openWindows(database: KillableDatabase, lengthMs: number): Promise<void> {
    await database.query(cutsEvery(Math.ceil(lengthMs / 1_000 / CUTS)));
    await database.query(`
      CREATE TRIGGER chaos_cut BEFORE INSERT ON rails.entries FOR EACH ROW EXECUTE FUNCTION rails.chaos_cut()`);
  }

  /** The end of the storm: no more faults, and no more waiting. */
  async calm(database: KillableDatabase): Promise<void> {
    await this.server.heal();
    await database.query(cutsEvery(LAST_CUTS_SECONDS));
    await database.query(`UPDATE rails.entries SET cut_at = now() WHERE state = 'waiting' AND cut_at > now()`);
  }

  /** What an operator does with files that are held for a reason that has passed. */
  async operate(database: KillableDatabase): Promise<void> {
    for (const { id } of await database.query<{ id: string }>(HELD)) {
      await this.command(database, 'files', 'release', id, '--reason', 'the bank was asked', '--as', 'operator');
    }
  }

  /** Whether it has carried out and sent all that it will, and the service has seen all of it. */
  async isDone(database: KillableDatabase): Promise<boolean> {
    const journal = this.server.journal();
    const count = (kind: BankEvent['event']) => journal.filter(({ event }) => event === kind).length;
    const outcomes = entriesIn(journal).flatMap((entry) => entry.outcomes.filter(({ kind }) => kind !== 'refuse'));
    if (count('settled') < count('batch') || count('answered') < outcomes.length) return false;
    if (count('payment_returned') < paymentsIn(journal).filter(isReturned).length) return false;
    const hashes = sentIn(journal).map(({ sha256 }) => sha256);
    const [row] = await database.query<{ count: number }>(
      `SELECT count(DISTINCT sha256)::int AS count FROM rails.inbound_files
       WHERE encode(sha256, 'hex') = ANY($1) AND state NOT IN ('fetched', 'parsed')`,
      [hashes],
    );
    return row!.count === new Set(hashes).size;
  }

  /** What the bank says in the end, beside what the service stored. */
  async evidence(database: KillableDatabase): Promise<BankEvidence> {
    // The worker does it the next banking day.
    const { connections, breaks } = JSON.parse(await this.command(database, 'reconcile', '--json')) as Comparison;
    const isCompared = connections.every(({ until }) => until !== null);
    return {
      ...{ ...(await storedBooks(database)), journal: this.server.journal() },
      breaks: [
        ...breaks.map(({ kind, ...detail }) => ({ kind, detail: JSON.stringify(detail) })),
        ...(isCompared ? [] : [{ kind: 'missing', detail: 'no statement was compared' }]),
      ],
    };
  }

  /** @returns what it printed: nothing, if it failed */
  private async command(database: KillableDatabase, ...args: readonly string[]): Promise<string> {
    const settings = { ...database.environment, ...this.settingsOf(OPERATOR) };
    return (await Program.run('cli', { args: ['rails', ...args], settings })).stdout;
  }

  private profileOf(name: string): string {
    return join(this.directory, `banks-${name}.json`);
  }

  private profile(enterprises: readonly string[], port: number): object {
    return bankProfile({
      companies: enterprises.map((enterprise_id, at) =>
        bankCompany({
          ...{ enterprise_id, company_id: companyOf(at) },
          // The holder of a person's account is a company in these runs, and WEB is for persons alone.
          sec: { person_credit: 'PPD', person_debit: 'PPD', business_credit: 'CCD', business_debit: 'CCD' },
        }),
      ),
      settlement_account: {
        ...{
          routing_number: '091000019',
          account_number: { env: 'CHAOS_SETTLEMENT_ACCOUNT' },
          type: 'checking',
          currency: 'USD',
        },
      },
      channel: {
        ...{ kind: 'sftp', host: '127.0.0.1', port, username: USER, password: { env: PASSWORD } },
        host_keys: [this.server.hostKey],
      },
      outbound: { directory: '/inbound', name: '{origin}_{date}_{modifier}_{sequence}.ach' },
      inbound: [
        {
          ...{ directory: '/outbound', stable_seconds: STABLE_SECONDS, poll_seconds: 1 },
          accept: ['missing_file_header'],
        },
      ],
      acknowledgment: { kind: 'report', patterns: REPORT_PATTERNS },
      // A cut waits for orders that are being handed over, at most until the middle between window and upload.
      timing: { lead_minutes: 15, upload_margin_minutes: 14, settlement_grace_minutes: 0 },
      release: { first_files_manual: 0 },
      ...this.instantProfile(),
    });
  }

  // Same-day ACH would have windows of its own, and so files.
  private instantProfile(): object {
    if (this.instant === undefined) return {};
    const isParticipant = this.instant === 'pacs.008.001.08';
    return {
      rails: {
        ...{ ach: 'ach', same_day_ach: 'off' },
        ...{ rtp: isParticipant ? 'off' : 'iso', fednow: isParticipant ? 'iso' : 'off' },
      },
      windows: [{ rail: 'ach', cutoff: '20:00', effective_in_banking_days: 1, settles: '08:30' }],
      iso: {
        ...{ profile: this.instant, status_within_seconds: STATUS_WITHIN_SECONDS },
        ...(isParticipant
          ? { participant: { routing_number: '091000019' } }
          : { max_transactions_per_message: PAYMENTS_OF_COMPANY }),
      },
    };
  }
}

/** The company of the enterprise at a place of the profile. */
export const companyOf = (place: number): string => String(FIRST_COMPANY + place);

/** What the bank has, as carried out instructions. An entry names its order by a reference alone. */
export function instructionsAt(journal: readonly BankEvent[], legs: readonly StoredLeg[]): InstructionLine[] {
  const orders = new Map(legs.flatMap((leg) => leg.end_to_end_ids.map((id) => [referenceOf(leg.enterprise, id), id])));
  return [
    ...entriesIn(journal).map((entry) => ({
      end_to_end_id: orders.get(entry.identification) ?? entry.identification,
      amount: entry.cents,
      results: resultsOf(entry),
    })),
    ...paymentsIn(journal).map((payment) => ({
      end_to_end_id: payment.end_to_end_id,
      amount: payment.cents,
      results: resultsOfPayment(payment),
    })),
  ];
}

function resultsOfPayment(payment: PaymentTaken): string[] {
  if (payment.status === 'RJCT') return ['rejected'];
  return ['accepted', 'settled', ...(isReturned(payment) ? ['returned'] : [])];
}

function resultsOf({ outcomes }: EntryAccepted): string[] {
  if (outcomes.some(({ kind }) => kind === 'refuse')) return ['rejected'];
  return ['accepted', 'settled', ...(outcomes.some(({ kind }) => kind === 'return') ? ['returned'] : [])];
}

export const entriesIn = (journal: readonly BankEvent[]): EntryAccepted[] =>
  journal.filter((event): event is EntryAccepted => event.event === 'entry');

export const messagesIn = (journal: readonly BankEvent[]): MessageReceived[] =>
  journal.filter((event): event is MessageReceived => event.event === 'message');

/** Instant payments. A message that comes again is answered as before, and moves nothing. */
export function paymentsIn(journal: readonly BankEvent[]): PaymentTaken[] {
  const taken = messagesIn(journal).filter(({ payments }) => payments.length > 0);
  return [...new Map(taken.map((message) => [message.message_id, message])).values()].flatMap(
    ({ payments }) => payments,
  );
}

export const isReturned = ({ returns }: PaymentTaken): boolean => returns !== undefined;

/** The files for the company. */
export const sentIn = (journal: readonly BankEvent[]): Sent[] =>
  journal.filter((event): event is Sent => event.event === 'sent');

/** The first 75 bits of the hash in the letters of Crockford, worked out once more: the reference of an order. */
export function referenceOf(enterprise: string, endToEndId: string): string {
  const bits = [...createHash('sha256').update(`${enterprise}|${endToEndId}`).digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('');
  const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  return Array.from({ length: 15 }, (_, at) => letters[parseInt(bits.slice(5 * at, 5 * at + 5), 2)]).join('');
}

// What transfers moved: an enterprise of the sandbox begins with cash.
const BOOKS = `
  SELECT enterprise_id AS enterprise,
    (SELECT coalesce(sum(CASE WHEN debit_account = 'cash' THEN amount ELSE -amount END), 0)::float8
       FROM ledger.entries e WHERE e.enterprise_id = c.enterprise_id AND 'cash' IN (debit_account, credit_account)
         AND subject_id IN (SELECT id FROM transfers.transfers t WHERE t.enterprise_id = c.enterprise_id)) AS ledger,
    (SELECT coalesce(sum(CASE WHEN side = 'source' THEN amount ELSE -amount END), 0)::float8
       FROM rails.entries e WHERE e.enterprise_id = c.enterprise_id AND state = 'settled') AS rails
  FROM platform.enterprises c ORDER BY name`;

async function storedBooks(database: KillableDatabase): Promise<Omit<BankEvidence, 'breaks' | 'journal'>> {
  const books = await database.query<Omit<BankEvidence['books'][number], 'company'>>(BOOKS);
  return {
    books: books.map((each, at) => ({ ...each, company: companyOf(at) })),
    files: await database.query(`
      SELECT file_name AS name, encode(sha256, 'hex') AS sha256, state,
        CASE WHEN message_id IS NULL THEN 'file' WHEN purpose = 'payments' THEN 'message' ELSE 'question' END AS kind
      FROM rails.files WHERE sha256 IS NOT NULL`),
    quarantined: await database.query(`
      SELECT name, encode(sha256, 'hex') AS sha256 FROM rails.inbound_files WHERE state = 'quarantined'`),
    exceptions: await database.query(`SELECT kind, coalesce(detail::text, '') AS detail FROM rails.exceptions`),
  };
}
