import { Injectable } from '@nestjs/common';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import type { DomainError } from '@payments/kernel';
import type { Side } from '../domain/leg.js';
import { transferGroupErrors } from '../domain/transfer-group.errors.js';
import type { GroupParty, TransferGroupState } from '../domain/transfer-group.js';
import { sidesOf } from '../domain/transfer-state.js';
import { combined } from './explain-rejection.js';
import { TransferGroups, Transfers } from './ports.js';
import { toTransferGroupView } from './transfer-group.view.js';
import type { TransferGroupView } from './transfer-group.view.js';

/** Its parties are labels. */
export interface NewTransferGroup extends Readonly<Partial<Record<Side, GroupParty>>> {
  readonly transfer_group_reference_id: string;
}

@Injectable()
export class CreateTransferGroup {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly groups: TransferGroups,
    private readonly transfers: Transfers,
    private readonly clock: Clock,
  ) {}

  /** @throws duplicate_transfer_group_reference_id, and invalid_transfer_group_… of a party */
  execute({ transfer_group_reference_id, source, destination }: NewTransferGroup): Promise<TransferGroupView> {
    const labels = { source: source ?? null, destination: destination ?? null };
    const group: TransferGroupState = {
      ...{ id: newId(), transfer_group_reference_id, ...labels, created_at: this.clock.now() },
    };
    return this.unitOfWork.run(async () => {
      const isAdded = await this.groups.add(group);
      const refused = isAdded ? [] : [transferGroupErrors.duplicate_transfer_group_reference_id()];
      for (const side of sidesOf(group)) refused.push(...(await this.problemsOf(side, group[side]!)));
      const error = combined(refused);
      if (error !== undefined) throw error;
      return toTransferGroupView(group);
    });
  }

  private async problemsOf(side: Side, party: GroupParty): Promise<DomainError[]> {
    const { customer, account } = await this.transfers.findPartyProblems(party);
    if (customer !== 'open') return [transferGroupErrors[`invalid_transfer_group_${side}_customer_reference_id`]()];
    if (account !== 'open') return [transferGroupErrors[`invalid_transfer_group_${side}_account_reference_id`]()];
    return [];
  }
}
