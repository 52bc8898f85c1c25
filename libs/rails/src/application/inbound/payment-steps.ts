import { Injectable } from '@nestjs/common';
import { Log } from '@payments/observability';
import type { FileState } from '../../domain/file-state.js';
import { namingOf, statusFor, stepOf, UNPOSTED } from '../../domain/inbound/payment-outcome.js';
import type { PaymentStatus } from '../../domain/iso20022/payment-status.js';
import { resultKey } from '../../domain/result-key.js';
import { uetrOfEntry } from '../messages/payments-of-file.js';
import { Entries, Files, type RailResult, type SentEntry } from '../ports.js';
import { RecordResults } from '../record-results.js';
import { TenantWork } from '../tenant-work.js';
import type { SentMessage } from './find-sent-message.js';
import { type AcknowledgmentContext, messageException } from './inbound-context.js';
import type { NewException } from './ports.js';

const ALL_STATES = ['filed', 'accepted', 'settled', 'returned', 'rejected'] as const;
const SUFFIX = { accepted: 'a', settled: 's', rejected: 'x' } as const;
/** Of a rejection without a code, of a payment whose status had to be asked for. */
const TIMED_OUT = 'DS24';

/** What a bank says of the payments of one message. */
export interface Report {
  readonly statuses: readonly PaymentStatus[];
  readonly sent: SentMessage;
}

/** Moves the payments of a message, in the enterprise that sent it, and tells the service. */
@Injectable()
export class PaymentSteps {
  constructor(
    private readonly files: Files,
    private readonly entries: Entries,
    private readonly results: RecordResults,
    private readonly tenantWork: TenantWork,
    private readonly log: Log,
  ) {}

  /** @returns the payments as they are afterwards, and what a person must see. */
  async execute(
    context: AcknowledgmentContext,
    report: Report,
  ): Promise<{ readonly entries: SentEntry[]; readonly exceptions: NewException[] }> {
    const { file } = report.sent;
    const entries: SentEntry[] = [];
    const exceptions: NewException[] = [];
    for (const enterpriseId of new Set((await this.files.batches(file.id)).map((each) => each.for_enterprise))) {
      const own = await this.tenantWork.run(enterpriseId, async () => {
        const told: NewException[] = [];
        const after: SentEntry[] = [];
        for (const entry of await this.entries.lockOfFile(file.id, ALL_STATES)) {
          after.push(await this.one({ ...context, enterpriseId }, report, { entry, exceptions: told }));
        }
        return { after, told };
      });
      entries.push(...own.after);
      exceptions.push(...own.told);
    }
    const unnamed = report.statuses.filter(
      ({ ids }) => ids !== null && !entries.some((entry) => namingOf(ids, namedOf(entry, file)) !== 'other'),
    );
    for (const { ids, status } of unnamed) {
      const subject = ids?.end_to_end_id ?? ids?.instruction_id ?? '';
      exceptions.push(messageException(context, { kind: 'unknown_message', file, detail: status, subject }));
    }
    return { entries, exceptions };
  }

  private async one(
    context: AcknowledgmentContext & { readonly enterpriseId: string },
    { statuses, sent: { file } }: Report,
    { entry, exceptions }: { readonly entry: SentEntry; readonly exceptions: NewException[] },
  ): Promise<SentEntry> {
    const payment = namedOf(entry, file);
    const status = statusFor(statuses, payment);
    if (status === undefined) return entry;
    const problem = problemOf(status, entry, file);
    const { enterpriseId } = context;
    const about = { file, entry, enterpriseId, detail: status.status, subject: entry.end_to_end_id };
    if (problem !== undefined) {
      exceptions.push(messageException(context, { ...about, kind: 'unknown_status', detail: problem }));
      return entry;
    }
    // A recall names it, long after the status came.
    if (status.clearing_reference !== null) await this.entries.refer(entry.id, status.clearing_reference);
    if (status.is_changed) exceptions.push(messageException(context, { ...about, kind: 'changed_by_bank' }));
    const step = stepOf(status.outcome, entry);
    const at = occurredAt(status, entry, context);
    if (step.contradiction) {
      exceptions.push(messageException(context, { ...about, kind: 'status_contradiction' }));
      // The service reports a contradiction itself, and changes nothing.
      await this.results.execute([resultOf(entry, { status, file, at })]);
      return entry;
    }
    if (step.moves.length === 0) {
      if (status.outcome === 'none' || entry.code === UNPOSTED)
        this.log.info('rails_status_noted', { file_id: file.id, what: status.status });
      return entry;
    }
    const result = resultOf(entry, { status, file, at });
    // What is posted later is told apart from what the bank of the payee may still refuse.
    const code = status.status === UNPOSTED || entry.code === UNPOSTED ? status.status : result.code;
    for (const to of step.moves) await this.entries.move([entry.id], { to, at, code });
    // A bank may reject what it has accepted, while to the service the acceptance of an instant payment is final.
    if (result.kind !== 'accepted') await this.results.execute([result]);
    return { ...entry, code, state: step.moves.at(-1)! };
  }
}

export const namedOf = ({ id, end_to_end_id }: Pick<SentEntry, 'id' | 'end_to_end_id'>, { format }: FileState) => ({
  ...{ id, end_to_end_id, uetr: uetrOfEntry(id) },
  transaction_id: format === null || 'header' in format ? null : format.transaction_id,
});

function problemOf(status: PaymentStatus, entry: SentEntry, file: FileState): string | undefined {
  if (status.outcome === 'unknown') return [status.status, status.reason].filter((each) => each !== null).join(' ');
  if (status.amount !== null && status.amount !== entry.amount) return 'another amount';
  if (status.ids !== null && namingOf(status.ids, namedOf(entry, file)) === 'contradicted') return 'other ids';
  return undefined;
}

// Never before the payment was handed over, or what has happened to it already.
function occurredAt({ accepted_at }: PaymentStatus, entry: SentEntry, { time }: AcknowledgmentContext): Date {
  const instants = [accepted_at ?? time.at, entry.window_at, entry.occurred_at];
  return new Date(Math.max(...instants.map((each) => each.getTime())));
}

function resultOf(
  entry: SentEntry,
  { status, file, at }: { readonly status: PaymentStatus; readonly file: FileState; readonly at: Date },
): RailResult {
  const kind = status.outcome as keyof typeof SUFFIX;
  const timedOut = status.reason === 'NARR' && file.inquiries > 0;
  const code = kind === 'rejected' ? (timedOut ? TIMED_OUT : status.reason) : null;
  const { end_to_end_id, trace } = entry;
  return { key: resultKey(entry, SUFFIX[kind]), end_to_end_id, kind, code, trace, occurred_at: at };
}
