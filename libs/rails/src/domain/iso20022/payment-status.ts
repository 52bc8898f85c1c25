import { IsoFaults } from './iso-diagnostic.js';
import type { Pacs002Values, Pain002Values } from './messages.table.js';
import type { Network } from './network-message.js';
import type { IsoMessage } from './read-message.js';
import { type StatusOutcome, type StatusSource, statusCodes } from './status-codes.table.js';

/** The ids by which a message names a payment; null where it does not say. */
export interface PaymentIds {
  readonly end_to_end_id: string | null;
  readonly instruction_id: string | null;
  readonly transaction_id: string | null;
  readonly uetr: string | null;
}

/** The status of one payment, or of all payments of a message or batch that the report does not name. */
export interface PaymentStatus {
  /** The message of ours that the report is about. */
  readonly message_id: string | null;
  /** Number of its payments, as the report states it. */
  readonly payments: number | null;
  /** Null: of the whole message. */
  readonly batch_id: string | null;
  /** Null: of all that are not named. */
  readonly ids: PaymentIds | null;
  readonly status: string;
  /** Unknown: the source does not send this status, so a person must look at it. */
  readonly outcome: StatusOutcome | 'unknown';
  readonly is_changed: boolean;
  /** Of a rejection: a code of ISO or the network's, or NARR. */
  readonly reason: string | null;
  readonly information: string | null;
  /** Cents, where it is told. */
  readonly amount: bigint | null;
  readonly accepted_at: Date | null;
  /** By which the network knows the payment, where it tells that. */
  readonly clearing_reference: string | null;
}

type Report = Extract<IsoMessage, { readonly family: 'pain.002' | 'pacs.002' }>;

type Reasons = readonly {
  readonly Rsn?: { readonly Cd?: string | undefined; readonly Prtry?: string | undefined } | undefined;
  readonly AddtlInf: readonly string[];
}[];

/**
 * What a status report says, from the message down to its payments. A payment without a status has that of its batch or
 * message. `network` is where a report without a wrapper came from.
 * @throws InboundFileError when a payment is reported as accepted in a message or batch that is rejected.
 */
export function paymentStatuses(report: Report, network: Network = report.network ?? 'fednow'): PaymentStatus[] {
  return report.family === 'pain.002' ? ofBank(report.values) : ofNetwork(report.values, network);
}

function ofBank({ OrgnlGrpInfAndSts: group, OrgnlPmtInfAndSts: batches }: Pain002Values): PaymentStatus[] {
  const log = new StatusLog('bank');
  const message = { ...UNNAMED, message_id: group.OrgnlMsgId, payments: group.OrgnlNbOfTxs ?? null };
  const ofMessage = log.add({ ...message, status: group.GrpSts, reasons: group.StsRsnInf });
  for (const { OrgnlPmtInfId, OrgnlNbOfTxs, PmtInfSts, StsRsnInf, TxInfAndSts } of batches) {
    const batch = { ...message, batch_id: OrgnlPmtInfId, payments: OrgnlNbOfTxs ?? null };
    const around = log.add({ ...batch, status: PmtInfSts, reasons: StsRsnInf }, ofMessage) ?? ofMessage;
    for (const transaction of TxInfAndSts) {
      const amount = transaction.OrgnlTxRef?.Amt?.InstdAmt ?? null;
      log.add({ ...batch, payments: null, ...ofTransaction(transaction), amount }, around);
    }
  }
  return log.end();
}

function ofNetwork({ OrgnlGrpInfAndSts: groups, TxInfAndSts }: Pacs002Values, network: Network): PaymentStatus[] {
  const log = new StatusLog(network);
  const messages = new Map<string, PaymentStatus | undefined>();
  for (const { OrgnlMsgId, OrgnlNbOfTxs, GrpSts, StsRsnInf } of groups) {
    const message = { ...UNNAMED, message_id: OrgnlMsgId, payments: OrgnlNbOfTxs ?? null };
    messages.set(OrgnlMsgId, log.add({ ...message, status: GrpSts, reasons: StsRsnInf }));
  }
  const only = groups.length === 1 ? groups[0]!.OrgnlMsgId : null;
  for (const transaction of TxInfAndSts) {
    const message_id = transaction.OrgnlGrpInf?.OrgnlMsgId ?? only;
    const amount = transaction.OrgnlTxRef?.IntrBkSttlmAmt ?? null;
    const clearing_reference = transaction.ClrSysRef ?? null;
    const named = { ...UNNAMED, message_id, ...ofTransaction(transaction), amount, clearing_reference };
    log.add(named, message_id === null ? undefined : messages.get(message_id));
  }
  return log.end();
}

const UNNAMED = {
  ...{ message_id: null, payments: null, batch_id: null, ids: null, amount: null, accepted_at: null },
  clearing_reference: null,
};

interface Transaction {
  readonly OrgnlEndToEndId?: string | undefined;
  readonly OrgnlInstrId?: string | undefined;
  readonly OrgnlTxId?: string | undefined;
  readonly OrgnlUETR?: string | undefined;
  readonly TxSts?: string | undefined;
  readonly StsRsnInf: Reasons;
  readonly AccptncDtTm?: Date | undefined;
}

function ofTransaction(transaction: Transaction) {
  const { TxSts, StsRsnInf, AccptncDtTm } = transaction;
  return { ids: idsOf(transaction), status: TxSts, reasons: StsRsnInf, accepted_at: AccptncDtTm ?? null };
}

export function idsOf({
  OrgnlEndToEndId,
  OrgnlInstrId,
  OrgnlTxId,
  OrgnlUETR,
}: Omit<Transaction, 'StsRsnInf'>): PaymentIds {
  return {
    ...{ end_to_end_id: OrgnlEndToEndId ?? null, instruction_id: OrgnlInstrId ?? null },
    ...{ transaction_id: OrgnlTxId ?? null, uetr: OrgnlUETR ?? null },
  };
}

type Told = 'message_id' | 'payments' | 'batch_id' | 'ids' | 'amount' | 'accepted_at' | 'clearing_reference';
type Stated = Pick<PaymentStatus, Told> & {
  readonly status: string | undefined;
  readonly reasons: Reasons;
};

/** Collects statuses, each with the one around it. */
class StatusLog {
  private readonly statuses: PaymentStatus[] = [];
  private readonly faults: IsoFaults;

  constructor(private readonly source: StatusSource) {
    this.faults = new IsoFaults(source === 'bank' ? 'pain.002' : 'pacs.002');
  }

  add({ status: own, reasons, ...stated }: Stated, around?: PaymentStatus): PaymentStatus | undefined {
    const status = own ?? (stated.ids === null ? undefined : around?.status);
    if (status === undefined) return undefined;
    const code = Object.hasOwn(statusCodes, status) ? statusCodes[status] : undefined;
    const outcome = code?.outcomes[this.source] ?? 'unknown';
    if (around?.outcome === 'rejected' && (outcome === 'accepted' || outcome === 'settled')) {
      const fault = {
        path: 'TxSts',
        rule: 'contradictory',
        expected: 'RJCT, as of its message or batch',
        found: status,
      } as const;
      this.faults.at({ line: 1, column: 1 }, fault);
    }
    const told = reasonOf(reasons) ?? (own === undefined ? around?.reason : null) ?? null;
    const added: PaymentStatus = {
      ...{ ...stated, status, outcome, is_changed: code?.isChanged === true, information: informationOf(reasons) },
      reason: outcome === 'rejected' ? (told ?? 'NARR') : told,
    };
    this.statuses.push(added);
    return added;
  }

  /** @throws InboundFileError */
  end(): PaymentStatus[] {
    this.faults.assertNone();
    return this.statuses;
  }
}

/** The first code: the others explain it. */
export function reasonOf(reasons: Reasons): string | null {
  const first = reasons.find(({ Rsn }) => Rsn !== undefined)?.Rsn;
  return first?.Cd ?? first?.Prtry ?? null;
}

function informationOf(reasons: Reasons): string | null {
  return reasons.flatMap(({ AddtlInf }) => AddtlInf).join(' ') || null;
}
