import { Injectable } from '@nestjs/common';
import { FieldCipher, Secrets, workContext } from '@payments/platform';
import type { ShownAccount } from '../../application/account.view.js';
import type { AccountDetails } from '../../application/ports.js';
import { digitsOf } from '../../domain/account-numbers.js';
import { ExternalAccount } from '../../domain/external-account.js';
import type { AccountState } from '../../domain/external-account.js';
import type { AccountDetailsRow } from './account-details.schema.js';
import type { AccountRow, ShownAccountRow } from './account.schema.js';

/** Turns accounts into rows and back: account numbers sealed, and found again only through keyed hashes. */
@Injectable()
export class AccountSealing {
  constructor(
    private readonly cipher: FieldCipher,
    private readonly secrets: Secrets,
  ) {}

  async toRow(account: ExternalAccount): Promise<AccountRow> {
    const state = account.snapshot();
    const { enterpriseId: enterprise_id, settings } = workContext.tenant();
    const sought = `${state.routing_number}${digitsOf(state.account_number)}`;
    return {
      ...state,
      enterprise_id,
      account_number: await this.cipher.seal(accountPlace(state.id), state.account_number),
      account_key: this.secrets.blindIndex(enterprise_id, 'account', sought),
      unique_key: settings.unique_account_details ? this.uniqueKey(state) : null,
    };
  }

  async toAccount(row: AccountRow): Promise<ExternalAccount> {
    const account_number = await this.cipher.open(accountPlace(row.id), row.account_number);
    return ExternalAccount.restore({ ...row, account_number });
  }

  /** Opens rows of the shown columns, in their order. */
  async toShown(rows: readonly ShownAccountRow[]): Promise<ShownAccount[]> {
    const fields = rows.map(({ id, account_number }) => ({ rowId: id, sealed: account_number }));
    const opened = await this.cipher.openAll(place('accounts.external_accounts'), fields);
    return rows.map((row, index) => ({ ...row, account_number: opened[index]! }));
  }

  async toDetailsRow(account: ExternalAccount): Promise<AccountDetailsRow> {
    const { id: account_id, details_version, account_number, ...state } = account.snapshot();
    const place = detailsPlace({ account_id, details_version });
    return {
      enterprise_id: place.enterpriseId,
      account_id,
      details_version,
      account_type: state.account_type,
      routing_number: state.routing_number,
      account_number: await this.cipher.seal(place, digitsOf(account_number)),
      account_holder_name: state.account_holder_name,
      created_at: state.updated_at,
    };
  }

  async toDetails({ account_id, details_version, ...row }: AccountDetailsRow): Promise<AccountDetails> {
    const { account_type, routing_number, account_holder_name } = row;
    const account_number = await this.cipher.open(detailsPlace({ account_id, details_version }), row.account_number);
    return { account_id, details_version, account_type, routing_number, account_number, account_holder_name };
  }

  private uniqueKey({ customer_reference_id, routing_number, account_number, status }: AccountState): Buffer | null {
    const { enterpriseId } = workContext.tenant();
    const sought = `${customer_reference_id}|${routing_number}|${digitsOf(account_number)}`;
    return status === 'closed' ? null : this.secrets.blindIndex(enterpriseId, 'unique-account', sought);
  }
}

function accountPlace(rowId: string) {
  return { ...place('accounts.external_accounts'), rowId };
}

function detailsPlace({ account_id, details_version }: { account_id: string; details_version: number }) {
  return { ...place('accounts.account_details'), rowId: `${account_id}/${details_version}` };
}

function place(table: string) {
  return { enterpriseId: workContext.tenant().enterpriseId, table, column: 'account_number' };
}
