import { newYorkDate, newYorkTime } from '@payments/kernel';
import { AchFormatError } from '../../domain/ach/ach-diagnostic.js';
import { AchFileWriter, type BatchToWrite, type EntryToWrite } from '../../domain/ach/ach-file-writer.js';
import { compareBatchKeys } from '../../domain/ach/batch-key.js';
import { batchHeaderOf, fileHeaderOf, odfiOf } from '../../domain/ach/file-headers.js';
import { traceNumber } from '../../domain/ach/trace-number.js';
import { transactionCodes } from '../../domain/ach/transaction-code.table.js';
import { type Cut, nextCuts } from '../../domain/ach-windows.js';
import type { Company, Connection } from '../../domain/connection.js';
import type { InstantRail } from '../../domain/entry-state.js';
import { fileName } from '../../domain/file-name.js';
import { writeCamt056 } from '../../domain/iso20022/camt-056.js';
import { IsoFormatError } from '../../domain/iso20022/iso-diagnostic.js';
import { writePacs028 } from '../../domain/iso20022/pacs-028.js';
import { aboutPayment, isBetweenBanks, type MessageFormat, writeMessage } from '../../domain/message-format.js';
import { offsetEntry } from '../../domain/offset.js';
import { directionOf } from '../../domain/plan-entry.js';
import { formatOf, nameMessage } from '../messages/name-message.js';
import { paymentOf } from '../messages/payments-of-file.js';
import { entryToWrite } from '../render-file.js';
import { type Certification, TEST_MODIFIERS, type TestFile } from './certification.js';
import { acknowledgmentOf, answerTo, type Expected, recallAnswer, returnOf, statusOf } from './expected.js';
import {
  ANSWERED,
  INSTANT,
  INSTANT_BETWEEN_BANKS,
  PAYMENTS,
  PRENOTES,
  TestEntries,
  type TestEntry,
  timesOf,
  VERIFICATIONS,
} from './test-entries.js';

/** Enough to find a window of any rail, over any holidays. */
const BANKING_DAYS = 10;

type WrittenBatch = BatchToWrite & { readonly entries: readonly (readonly EntryToWrite[])[] };
type Traced = TestEntry & { readonly trace: string };

/** The files and messages of every kind that a connection sends, written by its own writers. @throws RefusedTestEntry */
export async function testFilesOf(connection: Connection, certification: Certification): Promise<TestFile[]> {
  const making = new MakingFiles(connection, certification);
  await making.nachaFiles();
  await making.messages();
  return making.files;
}

class MakingFiles {
  readonly files: TestFile[] = [];
  private readonly entries: TestEntries;
  private trace: number;
  private sequence: number;
  private modifier = 0;

  constructor(
    private readonly connection: Connection,
    private readonly certification: Certification,
  ) {
    this.entries = new TestEntries(connection, certification);
    this.trace = this.sequence = certification.seed;
  }

  async nachaFiles(): Promise<void> {
    const { rails, companies } = this.connection;
    const cuts = nextCuts(this.connection, this.certification.at, BANKING_DAYS);
    for (const rail of ['ach', 'same_day_ach'] as const) {
      const cut = cuts.find((each) => each.rail === rail);
      if (rails[rail] !== 'ach' || cut === undefined) continue;
      const times = timesOf(cut);
      const make = (wanted: Parameters<TestEntries['make']>[2]['wanted']) =>
        companies.flatMap((company) => this.entries.make(company, rail, { times, wanted }));
      const [payments, day] = [make(PAYMENTS), rail === 'ach' ? 'ACH' : 'same-day ACH'];
      await this.nacha(cut, `${day}: payments and debits of every SEC code, account type and direction`, payments);
      if (rail === 'same_day_ach') continue;
      await this.nacha(cut, 'ACH: entries to return, and one to correct', make(ANSWERED));
      await this.nacha(cut, 'ACH: prenotes', make(PRENOTES));
      await this.nacha(cut, 'ACH: a cent amount that verifies an account', make(VERIFICATIONS));
      const reversals = payments.map((payment) => this.entries.reverse(payment, cut));
      await this.nacha(cut, 'ACH: reversals of the first file', reversals);
    }
  }

  async messages(): Promise<void> {
    const { rails, iso, companies } = this.connection;
    for (const rail of ['rtp', 'fednow'] as const) {
      if (rails[rail] !== 'iso') continue;
      for (const company of companies) {
        const wanted = isBetweenBanks({ definition: iso.profile }) ? [...INSTANT, ...INSTANT_BETWEEN_BANKS] : INSTANT;
        const { at } = this.certification;
        const times = { window_at: at, effective_date: newYorkDate(at), settles_at: at };
        const payments = this.entries.make(company, rail, { times, wanted });
        const most = iso.max_transactions_per_message;
        for (let first = 0; first < payments.length; first += most)
          await this.message(rail, company, payments.slice(first, first + most));
      }
    }
  }

  /** As many files as the bank wants of them. */
  private async nacha(cut: Cut, what: string, entries: readonly TestEntry[]): Promise<void> {
    for (const [, group] of grouped(entries, ({ plan }) => plan.window_key)) await this.nachaFile(cut, what, group);
  }

  private async nachaFile({ rail, windowAt }: Cut, what: string, group: readonly TestEntry[]): Promise<void> {
    const { connection, certification } = this;
    const { at } = certification;
    const header = fileHeaderOf(connection, at, TEST_MODIFIERS[this.modifier++]!);
    const name = fileName(connection.outbound.name, {
      ...{ connection: connection.name, kind: 'ach', modifier: header.file_id_modifier },
      ...{ date: newYorkDate(at).replaceAll('-', ''), date6: header.creation_date },
      ...{ company_id: connection.companies[0]!.company_id, origin: connection.header.immediate_origin },
      time: header.creation_time + String(at.getUTCSeconds()).padStart(2, '0'),
      ...{ sequence: String(this.sequence++), window: newYorkTime(windowAt).replace(':', '') },
    });
    const entries = group.map((entry) => ({ ...entry, trace: this.nextTrace() }));
    const batches = this.batches(entries);
    const writer = new AchFileWriter(header, connection.ach);
    const written = await this.written(async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of writer.write(batches)) chunks.push(chunk);
      return Buffer.concat(chunks);
    });
    const { debit, credit } = writer.totals;
    const identity = { name, origin: header.immediate_origin.trim(), creation_date: header.creation_date };
    const references = entries.flatMap(({ trace, plan }) => [trace, plan.individual_id]);
    const acknowledged = acknowledgmentOf({
      ...{ ...identity, modifier: header.file_id_modifier, entries: new Set(references) },
    });
    const answered = entries.flatMap(({ answer, trace }) =>
      answer === 'return' || answer === 'change' ? [answerTo(answer, trace)] : [],
    );
    this.files.push({
      ...{ name, rail, what, definition: null, ...written, entries: entries.length, debit, credit },
      batches: batches.map(batchOf),
      expected: connection.acknowledgment.kind === 'none' ? answered : [acknowledged, ...answered],
    });
  }

  private batches(entries: readonly Traced[]): WrittenBatch[] {
    const { connection, certification } = this;
    return grouped(entries, ({ plan, company }) => `${plan.batch_key}${company.enterprise_id}`)
      .sort(([one], [other]) => compareBatchKeys(one, other))
      .map(([, group], at) => {
        const [{ company, plan, order }] = group as [Traced];
        const total = group.reduce((sum, each) => sum + each.order.amount, 0n);
        const hasOffset = connection.ach.offset === 'balanced_batch' && total > 0n;
        const batch = { batch_key: plan.batch_key, debit: total, credit: total, direction: directionOf(order) };
        return {
          header: batchHeaderOf(connection, { key: plan.batch_key, company, number: at + 1, hasOffset }),
          entries: [
            [
              ...group.map((each) => entryToWrite({ ...each.plan, ...idsOf(each), trace: each.trace })),
              ...(hasOffset
                ? [
                    offsetEntry(
                      { ...batch, offset_trace: this.nextTrace() },
                      connection,
                      certification.settlementAccount,
                    ),
                  ]
                : []),
            ],
          ],
        };
      });
  }

  private async message(rail: InstantRail, company: Company, payments: readonly TestEntry[]): Promise<void> {
    const { at, settlementAccount } = this.certification;
    const named = await this.named(rail, 'payment', payments[0]!.id);
    const name = payments[0]!.plan.batch_key.slice(10, 26).trimEnd();
    const format = formatOf(this.connection, named, { rail, at, name, enterpriseId: company.enterprise_id });
    const identified = payments.map((each) => paymentOf({ ...each.plan, ...idsOf(each), trace: '' }));
    const { message_id, transaction_id } = named;
    const namedPayments = identified.map((payment) => ({ ...payment, transaction_id }));
    const expected = namedPayments.flatMap((payment, index): Expected[] => {
      const { answer } = payments[index]!;
      const status = statusOf({ message_id, payment }, { rejected: answer === 'reject' });
      return answer === 'return' ? [status, returnOf(payment)] : [status];
    });
    const written = await this.written(() => writeMessage(format, identified, settlementAccount));
    const credit = payments.reduce((sum, { order }) => sum + Number(order.amount), 0);
    this.files.push({
      ...{ name: named.file_name, rail, definition: format.definition, ...written, expected },
      what: `${NETWORKS[rail]}: ${payments.map(({ answer }) => `a payment${TO_DO[answer ?? 'none']}`).join(', ')}`,
      ...{ batches: [], entries: payments.length, debit: 0, credit },
    });
    if (isBetweenBanks(format))
      await this.laterMessages(rail, format, { entry: payments[0]!, payment: namedPayments[0]! });
  }

  /** A question about a payment, or a request to return it. */
  private async laterMessages(
    rail: InstantRail,
    format: MessageFormat,
    { entry, payment }: { entry: TestEntry; payment: ReturnType<typeof paymentOf> & { transaction_id: string | null } },
  ): Promise<void> {
    const kind = entry.answer === 'recall' ? 'recall' : 'inquiry';
    if (kind === 'inquiry' && (entry.answer !== null || entry.order.party !== 'person')) return;
    const clearing_reference = this.certification.references.get(payment.end_to_end_id) ?? null;
    const { message_id, file_name } = await this.named(rail, kind, `${kind}/${entry.id}`);
    // Only the status of the payment tells by what RTP knows it.
    if (kind === 'recall' && rail === 'rtp' && clearing_reference === null) return;
    const about = aboutPayment(format, {
      ...{ message_id, created_at: this.certification.at, to: payment.account.routing_number },
      payment: { ...payment, clearing_reference },
    });
    const written = await this.written(() =>
      kind === 'inquiry' ? writePacs028(about) : writeCamt056({ ...about, reason: 'DUPL', explanation: '' }),
    );
    this.files.push({
      ...{ name: file_name, rail, ...written, batches: [], entries: 0, debit: 0, credit: 0 },
      ...(kind === 'inquiry'
        ? { definition: 'pacs.028.001.03', what: `${NETWORKS[rail]}: a question for the status of a payment` }
        : { definition: 'camt.056.001.08', what: `${NETWORKS[rail]}: a request to return a payment` }),
      expected:
        kind === 'inquiry'
          ? [statusOf({ message_id: format.message_id, payment }, { rejected: false, times: 2 })]
          : [recallAnswer(message_id), returnOf(payment)],
    });
  }

  private named(rail: InstantRail, kind: 'payment' | 'inquiry' | 'recall', seed: string) {
    const files = { nextSequence: () => Promise.resolve(BigInt(this.sequence++)) };
    return nameMessage(files, this.connection, { rail, seed, kind, at: this.certification.at });
  }

  private async written(write: () => Buffer | Promise<Buffer>): Promise<Pick<TestFile, 'content' | 'problem'>> {
    try {
      return { content: await write(), problem: null };
    } catch (error) {
      if (!(error instanceof IsoFormatError || error instanceof AchFormatError)) throw error;
      return { content: null, problem: error.message };
    }
  }

  private readonly nextTrace = () => traceNumber(odfiOf(this.connection), this.trace++);
}

function batchOf({ header, entries }: WrittenBatch): TestFile['batches'][number] {
  const { company_id, sec, service_class, company_entry_description, effective_entry_date } = header;
  const sums = { credit: 0, debit: 0 };
  for (const { detail } of entries.flat())
    sums[transactionCodes.get(detail.transaction_code)!.direction] += detail.amount;
  return {
    ...{ company_id, sec, service_class, description: company_entry_description },
    ...{ effective_date: effective_entry_date, entries: entries.flat().length, ...sums },
  };
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>();
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups];
}

const NETWORKS = { rtp: 'RTP', fednow: 'FedNow' } as const;
const TO_DO = { none: '', change: '', reject: ' to reject', return: ' to return', recall: ' that will be recalled' };

const idsOf = ({ id, order }: TestEntry) => ({
  ...{ id, end_to_end_id: order.end_to_end_id, amount: order.amount, clearing_reference: null },
});
