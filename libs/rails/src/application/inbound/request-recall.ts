import { Injectable } from '@nestjs/common';
import { type RecallReason, writeCamt056 } from '../../domain/iso20022/camt-056.js';
import { isBetweenBanks } from '../../domain/message-format.js';
import { SendNotice } from '../messages/send-notice.js';
import { OperateEntries } from '../operate-entries.js';
import { Profiles } from '../ports.js';
import type { Operator } from './exception-decisions.js';
import { ConnectionAudit, InboundOperationError } from './operate-inbound.js';
import { RailExceptions } from './ports.js';

export interface RecallRequest {
  readonly endToEndId: string;
  readonly code: RecallReason;
  /** Needed when several enterprises have the end-to-end id. */
  readonly enterpriseId?: string | undefined;
  /** By what RTP knows the payment, where no status told it. */
  readonly clearingReference?: string | undefined;
}

export interface RequestedRecall {
  readonly end_to_end_id: string;
  readonly message_id: string;
}

/** Asks the bank of the payee to return an instant payment (camt.056). Whether it does is its decision. */
@Injectable()
export class RequestRecall {
  constructor(
    private readonly entries: OperateEntries,
    private readonly sendNotice: SendNotice,
    private readonly exceptions: RailExceptions,
    private readonly profiles: Profiles,
    private readonly audit: ConnectionAudit,
  ) {}

  /** @throws InboundOperationError or FileOperationError */
  async execute(
    { endToEndId, code, enterpriseId, ...request }: RecallRequest,
    operator: Operator,
  ): Promise<RequestedRecall> {
    const { enterprise_id, entry, file } = await this.entries.one(endToEndId, enterpriseId);
    const format = file?.format;
    if (file === undefined || !format || 'header' in format) {
      throw new InboundOperationError('it is no instant payment of a message; use rails reverse for an ACH entry');
    }
    if (!isBetweenBanks(format)) {
      throw new InboundOperationError('the bank takes pain.001, which cannot be recalled by a message; ask the bank');
    }
    if (entry.state !== 'accepted' && entry.state !== 'settled') {
      throw new InboundOperationError(`it is ${entry.state}; only a payment that was accepted can come back`);
    }
    const clearing_reference = entry.clearing_reference ?? request.clearingReference ?? null;
    if (entry.rail === 'rtp' && clearing_reference === null) {
      throw new InboundOperationError(
        'RTP demands its own reference of the payment, and no status told it; ask the network, and add --clearing-reference',
      );
    }
    if (clearing_reference !== null && !/^[\x20-\x7e]{1,35}$/.test(clearing_reference)) {
      throw new InboundOperationError('a reference of RTP has 1 to 35 printable characters of ASCII');
    }
    const connection = this.profiles.named(file.connection);
    await this.audit.record({ companies: [{ enterprise_id }] }, operator, {
      ...{ action: 'entry.recall_requested', subject_type: 'entry', subject_id: entry.id, after: { code } },
    });
    // Asked for once for each reason: the instant is that of the payment.
    const key = `${entry.window_at.toISOString()}/${file.id}/${entry.id}/${code}`;
    // First, so that its answer finds where to be noted.
    await this.exceptions.add([
      {
        ...{ key: `recall/${key}`, connection: file.connection, for_enterprise: enterprise_id, kind: 'recall' },
        ...{ inbound_id: null, line: null, file_id: file.id, end_to_end_id: endToEndId, code, direction: 'credit' },
        ...{ amount: entry.amount, original_trace: entry.trace, trace: null, detail: operator.reason, due_date: null },
      },
    ]);
    const message_id = await this.sendNotice.execute(connection, file, {
      ...{ purpose: 'recall', key, endToEndId },
      write: ({ payment, ...about }) =>
        writeCamt056({ ...about, payment: { ...payment, clearing_reference }, reason: code, explanation: '' }),
    });
    if (message_id === undefined) throw new InboundOperationError('it was recalled for this reason before');
    return { end_to_end_id: endToEndId, message_id };
  }
}
