import { Injectable } from '@nestjs/common';
import { isUuid } from '@payments/kernel';
import { workContext } from '@payments/observability';
import {
  columnsOf,
  commonFilters,
  currentTransaction,
  keysetPage,
  pageOf,
  raceLost,
  violatedUnique,
} from '@payments/persistence';
import type { Page } from '@payments/persistence';
import type { ShownAccount } from '../../application/account.view.js';
import type { AccountFilter, ExternalAccounts, OwnedAccount } from '../../application/ports.js';
import { accountErrors } from '../../domain/account.errors.js';
import type { ExternalAccount } from '../../domain/external-account.js';
import { accountDetailsSchema } from './account-details.schema.js';
import { AccountSealing } from './account-sealing.js';
import { accountSchema } from './account.schema.js';
import type { AccountRow, ShownAccountRow } from './account.schema.js';
import { insertAccount } from './insert-account.js';

const TABLE = 'accounts.external_accounts';
const COLUMNS = columnsOf(accountSchema).join(', ');
const SHOWN_COLUMNS = `id, account_reference_id, customer_reference_id, customer_resource_type, account_type,
  account_number, routing_number, account_holder_name, status, status_reasons, corrections, metadata, created_at, updated_at, closed_at`;
const LIST = {
  table: TABLE,
  columns: SHOWN_COLUMNS,
  conditions: {
    ...commonFilters,
    account_reference_id: (value: string) => `listed.account_reference_id = ${value}`,
    customer_reference_id: (value: string) => `listed.customer_reference_id = ${value}`,
  },
};

@Injectable()
export class AccountRepository implements ExternalAccounts {
  constructor(private readonly sealing: AccountSealing) {}

  async add(owned: OwnedAccount): Promise<void> {
    const [row, details] = await Promise.all([
      this.sealing.toRow(owned.account),
      this.sealing.toDetailsRow(owned.account),
    ]);
    if (await insertAccount(row, details)) return;
    const { account_reference_id } = row;
    if ((await this.findByReference(account_reference_id)) !== undefined) {
      throw accountErrors.duplicate_account_reference_id();
    }
    throw await duplicateDetails(owned, row);
  }

  async find(id: string, options?: { readonly forUpdate: boolean }): Promise<ExternalAccount | undefined> {
    return isUuid(id) ? (await this.findAll([id], options))[0] : undefined;
  }

  async findByReference(reference: string, { forUpdate } = { forUpdate: false }): Promise<ExternalAccount | undefined> {
    const [row] = await currentTransaction().query<AccountRow>(
      `SELECT ${COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND account_reference_id = $2 ${forUpdate ? 'FOR UPDATE' : ''}`,
      [workContext.enterpriseId(), reference],
      `${forUpdate ? 'lock' : 'find'}-account-by-reference`,
    );
    return row && this.sealing.toAccount(row);
  }

  async findAll(ids: readonly string[], { forUpdate } = { forUpdate: false }): Promise<ExternalAccount[]> {
    // In the same order everywhere, so that two writers of several rows cannot deadlock.
    const lock = forUpdate ? 'ORDER BY id FOR UPDATE' : '';
    const rows = await currentTransaction().query<AccountRow>(
      `SELECT ${COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) ${lock}`,
      [workContext.enterpriseId(), ids],
      `${forUpdate ? 'lock' : 'find'}-accounts`,
    );
    return Promise.all(rows.map((row) => this.sealing.toAccount(row)));
  }

  async replace(owned: OwnedAccount): Promise<void> {
    const { hasNewDetails } = owned.account;
    const row = await this.sealing.toRow(owned.account);
    const { unique_key, ...withoutKey } = row;
    if (!hasNewDetails) return update(withoutKey);
    if (!(await updateUnlessTaken(row))) throw await duplicateDetails(owned, row);
    await currentTransaction().manager.insert(accountDetailsSchema, await this.sealing.toDetailsRow(owned.account));
  }

  async saveStatus(accounts: readonly ExternalAccount[]): Promise<void> {
    const enterprise_id = workContext.enterpriseId();
    await Promise.all(
      accounts.map((account) => {
        const { id, status, status_reasons, sequence, version, updated_at } = account.snapshot();
        const { closed_at, status_before_close } = account.snapshot();
        const freed = status === 'closed' ? { unique_key: null } : {};
        const life = { status, status_reasons, closed_at, status_before_close };
        return update({ enterprise_id, id, ...life, sequence, version, updated_at, ...freed });
      }),
    );
  }

  async saveCorrections(accounts: readonly ExternalAccount[]): Promise<void> {
    const enterprise_id = workContext.enterpriseId();
    await Promise.all(
      accounts.map(async (account) => {
        const state = account.snapshot();
        const { id, version, updated_at } = state;
        const corrections = await this.sealing.sealCorrections(state);
        await update({ enterprise_id, id, corrections, version, updated_at });
      }),
    );
  }

  async read(id: string): Promise<ShownAccount | undefined> {
    if (!isUuid(id)) return undefined;
    const rows = await currentTransaction().query<ShownAccountRow>(
      `SELECT ${SHOWN_COLUMNS} FROM ${TABLE} WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id],
      'read-account',
    );
    return (await this.sealing.open(rows))[0];
  }

  async list(filter: AccountFilter): Promise<Page<ShownAccount>> {
    const { sql, values, name } = keysetPage<AccountFilter>(LIST, filter, workContext.enterpriseId());
    const { items, ...rest } = pageOf(await currentTransaction().query<ShownAccountRow>(sql, values, name), filter);
    return { items: await this.sealing.open(items), ...rest };
  }
}

type Change = Partial<AccountRow> & Pick<AccountRow, 'enterprise_id' | 'id'>;

async function update({ enterprise_id, id, ...columns }: Change): Promise<void> {
  await currentTransaction()
    .manager.createQueryBuilder()
    .update(accountSchema)
    .set(columns)
    .where({ enterprise_id, id })
    .execute();
}

// A duplicate stored while the enterprise allowed duplicates has no unique key to conflict with. The savepoint keeps
// the transaction usable after a conflict, so that the error can be looked up.
async function updateUnlessTaken(row: AccountRow): Promise<boolean> {
  if (row.unique_key !== null && (await twinOf(row)) !== undefined) return false;
  const transaction = currentTransaction();
  await transaction.query('SAVEPOINT account_details');
  try {
    await update(row);
    return true;
  } catch (error) {
    if (violatedUnique(error) !== 'external_accounts_details') throw error;
    await transaction.query('ROLLBACK TO SAVEPOINT account_details');
    return false;
  }
}

/** The id of another open account of the customer with the same numbers, the oldest if there are several. */
async function twinOf({ enterprise_id, id, customer_reference_id, account_key }: AccountRow) {
  const [twin] = await currentTransaction().query<{ readonly id: string }>(
    `SELECT id FROM ${TABLE} WHERE enterprise_id = $1 AND customer_reference_id = $2 AND account_key = $3
       AND status <> 'closed' AND id <> $4 ORDER BY created_at, id LIMIT 1`,
    [enterprise_id, customer_reference_id, account_key, id],
    'find-duplicate-account',
  );
  return twin?.id;
}

async function duplicateDetails({ account, ownerId }: OwnedAccount, row: AccountRow): Promise<Error> {
  const { customer_resource_type, customer_reference_id } = account.snapshot();
  const external_account_id = await twinOf(row);
  // The other account was closed after it caused the conflict.
  if (external_account_id === undefined) return raceLost('duplicate_account_details');
  return accountErrors.duplicate_account_details({
    details: { customer_resource_type, customer_reference_id, customer_resource_id: ownerId, external_account_id },
  });
}
