import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import type { DomainError } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Transfer } from '../domain/transfer.js';
import type { OpenedTransfer } from '../domain/transfer.js';
import type { TransferRequest } from '../domain/transfer-state.js';
import { BankingTime } from './banking-time.js';
import { currentMaker } from './current-maker.js';
import { missingSubledger, rejectionsOf } from './explain-rejection.js';
import { ForeseeTransfer } from './foresee-transfer.js';
import { Transfers } from './ports.js';
import type { LookedUp } from './ports.js';
import { outcomeOf, passes, refusedBy } from './preview-checks.js';
import type { PreviewCheck } from './preview-checks.js';
import type { PreviewView } from './preview.view.js';

/** A transfer that somebody may make: its reference may be open. */
type PreviewRequest = Omit<TransferRequest, 'transfer_reference_id'> &
  Partial<Pick<TransferRequest, 'transfer_reference_id'>>;

/** Shows what would become of a transfer now, by the rules of its creation and acceptance. It only reads. */
@Injectable()
export class PreviewTransfer {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transfers: Transfers,
    private readonly bankingTime: BankingTime,
    private readonly foreseeTransfer: ForeseeTransfer,
    private readonly clock: Clock,
  ) {}

  execute(request: PreviewRequest): Promise<PreviewView> {
    const { enterpriseName } = workContext.tenant();
    const id = newId();
    // Without a reference it has one that nobody uses.
    const asked = { ...request, transfer_reference_id: request.transfer_reference_id ?? id };
    const opened = Transfer.open(asked, { id, enterpriseName, maker: currentMaker(), now: this.clock.now() });
    return this.unitOfWork.read(async () => {
      const [moment, lookedUp] = await Promise.all([this.bankingTime.read(), this.lookUp(opened, request)]);
      const { use_case } = opened.state;
      const as_of = moment.at.toISOString();
      if ('rejections' in lookedUp) {
        const checks = lookedUp.rejections.map(refusedBy);
        return { use_case, would: 'refuse', checks, legs: [], fees: [], as_of };
      }
      const { checks, plan } = await this.foreseeTransfer.execute({ ...opened.state, ...lookedUp }, moment);
      const all = [...storedDataChecks(request), ...checks];
      return { use_case, would: outcomeOf(checks), checks: all, ...plan, as_of };
    });
  }

  /** What storing the transfer would look up, or why it would not be stored. */
  private async lookUp(
    opened: OpenedTransfer,
    request: PreviewRequest,
  ): Promise<LookedUp | { readonly rejections: readonly DomainError[] }> {
    const missing = missingSubledger(request);
    const found = (await this.transfers.storable([opened])).get(opened.state.id);
    if (found !== undefined && missing === undefined) return found;
    const others = found === undefined ? await rejectionsOf(opened.state, this.transfers) : [];
    const rejections = missing === undefined ? others : [...others, missing];
    // No reason any more: it has become acceptable meanwhile.
    return rejections.length === 0 ? this.lookUp(opened, request) : { rejections };
  }
}

function storedDataChecks(request: PreviewRequest): readonly PreviewCheck[] {
  const { transfer_reference_id, transfer_group_id, subledger_reference_id } = request;
  return [
    ...(transfer_reference_id === undefined ? [] : [passes('reference')]),
    ...[passes('parties'), passes('required_data')],
    ...(transfer_group_id === undefined ? [] : [passes('group')]),
    ...(subledger_reference_id === undefined ? [] : [passes('subledger')]),
  ];
}
