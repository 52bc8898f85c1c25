import { Injectable } from '@nestjs/common';
import { AccountDetailsReader } from '@payments/accounts';
import { isUuid, masked, UnitOfWork } from '@payments/kernel';
import { transferErrors } from '../domain/transfer.errors.js';
import type { Side } from '../domain/leg.js';
import type { TransferState } from '../domain/transfer-state.js';
import type { TransferStatus } from '../domain/transfer-status.js';
import { Transfers } from './ports.js';
import { toTransferView } from './transfer.view.js';
import type { TransferView } from './transfer.view.js';

export interface InspectedAccount {
  readonly side: Side;
  readonly routing_number: string;
  readonly account_type: 'checking' | 'savings';
  /** The last four digits. */
  readonly account_number: string;
}

export interface TransferInspection {
  readonly transfer: TransferView;
  /** As they were at acceptance. */
  readonly accounts: readonly InspectedAccount[];
  /** Oldest first. */
  readonly statuses: readonly { readonly status: TransferStatus; readonly updated_at: string }[];
}

/** Shows an operator a transfer, its history and the accounts it pinned, with masked numbers. @throws unknown_id */
@Injectable()
export class InspectTransfer {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly transfers: Transfers,
    private readonly accounts: AccountDetailsReader,
  ) {}

  execute(id: string): Promise<TransferInspection> {
    return this.unitOfWork.read(async () => {
      const found = isUuid(id) ? await this.transfers.find(id) : undefined;
      if (found === undefined) throw transferErrors.unknown_id();
      const changes = await this.transfers.history(id);
      return {
        transfer: toTransferView(found.state, found.legs),
        accounts: await this.accountsOf(found.state),
        statuses: changes.map(({ status, updated_at }) => ({ status, updated_at: updated_at.toISOString() })),
      };
    });
  }

  private async accountsOf(state: TransferState): Promise<InspectedAccount[]> {
    const parties = (['source', 'destination'] as const).flatMap((side) => {
      const party = state[side];
      return party === null ? [] : [{ side, account_id: party.account_id, details_version: party.account_version }];
    });
    const details = await this.accounts.at(parties);
    return parties.flatMap(({ side, account_id, details_version }) => {
      const found = details.find((each) => each.account_id === account_id && each.details_version === details_version);
      if (found === undefined) return [];
      const { routing_number, account_type, account_number } = found;
      return [{ side, routing_number, account_type, account_number: masked(account_number) }];
    });
  }
}
