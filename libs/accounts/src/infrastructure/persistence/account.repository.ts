import { Injectable } from '@nestjs/common';
import { isUuid } from '@payments/kernel';
import { currentTransaction, pageOf, violatedUnique, windowOf, workContext } from '@payments/platform';
import type { Page } from '@payments/platform';
import type { AccountFilter, ExternalAccounts, OwnedAccount } from '../../application/ports.js';
import { accountErrors } from '../../domain/account.errors.js';
import type { ExternalAccount } from '../../domain/external-account.js';
import { accountDetailsSchema } from './account-details.schema.js';
import { AccountSealing } from './account-sealing.js';
import { accountSchema } from './account.schema.js';
import type { AccountRow } from './account.schema.js';
import { insertAccount } from './insert-account.js';

const IS_AFTER = `(account.created_at, account.id) < (
  SELECT last.created_at, last.id FROM accounts.external_accounts AS last
  WHERE last.enterprise_id = :enterpriseId AND last.id = :after)`;

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
    if ((await select().andWhere({ account_reference_id }).getCount()) > 0) {
      throw accountErrors.duplicate_account_reference_id();
    }
    throw await duplicateDetails(owned, row);
  }

  async find(id: string, options?: { readonly forUpdate: boolean }): Promise<ExternalAccount | undefined> {
    return isUuid(id) ? (await this.findAll([id], options))[0] : undefined;
  }

  async findByReference(reference: string, { forUpdate } = { forUpdate: false }): Promise<ExternalAccount | undefined> {
    const query = select().andWhere({ account_reference_id: reference });
    const row = await (forUpdate ? query.setLock('pessimistic_write') : query).getRawOne<AccountRow>();
    return row && this.sealing.toAccount(row);
  }

  async findAll(ids: readonly string[], { forUpdate } = { forUpdate: false }): Promise<ExternalAccount[]> {
    // In one order for all, so that two writers of several rows never wait for one another.
    const lock = forUpdate ? 'ORDER BY id FOR UPDATE' : '';
    const rows = await currentTransaction().query<AccountRow>(
      `SELECT * FROM accounts.external_accounts WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) ${lock}`,
      [workContext.tenant().enterpriseId, ids],
      `${forUpdate ? 'lock' : 'find'} accounts`,
    );
    return Promise.all(rows.map((row) => this.sealing.toAccount(row)));
  }

  async replace(owned: OwnedAccount): Promise<void> {
    const { hasNewDetails } = owned.account;
    const { unique_key, ...row } = await this.sealing.toRow(owned.account);
    if (!hasNewDetails) return update(row);
    if (!(await updateUnlessTaken({ ...row, unique_key }))) throw await duplicateDetails(owned, { ...row, unique_key });
    await currentTransaction().manager.insert(accountDetailsSchema, await this.sealing.toDetailsRow(owned.account));
  }

  async saveStatus(accounts: readonly ExternalAccount[]): Promise<void> {
    const { enterpriseId: enterprise_id } = workContext.tenant();
    await Promise.all(
      accounts.map((account) => {
        const { id, status, status_reasons, sequence, version, updated_at, closed_at } = account.snapshot();
        const freed = status === 'closed' ? { unique_key: null } : {};
        return update({
          enterprise_id,
          id,
          status,
          status_reasons,
          sequence,
          version,
          updated_at,
          closed_at,
          ...freed,
        });
      }),
    );
  }

  async list(filter: AccountFilter): Promise<Page<ExternalAccount>> {
    const { after, start_time, end_time, status, account_reference_id, customer_reference_id } = filter;
    const { skip, take } = windowOf(filter);
    const rows = select()
      .orderBy('account.created_at', 'DESC')
      .addOrderBy('account.id', 'DESC')
      .offset(skip)
      .limit(take);
    if (after !== undefined) rows.andWhere(IS_AFTER, { after });
    if (start_time !== undefined) rows.andWhere('account.created_at >= :start_time', { start_time });
    if (end_time !== undefined) rows.andWhere('account.created_at < :end_time', { end_time });
    if (status !== undefined) rows.andWhere('account.status = ANY(:status)', { status });
    if (account_reference_id !== undefined) rows.andWhere({ account_reference_id });
    if (customer_reference_id !== undefined) rows.andWhere({ customer_reference_id });
    const { items, ...rest } = pageOf(await rows.getRawMany<AccountRow>(), filter);
    return { items: await Promise.all(items.map((row) => this.sealing.toAccount(row))), ...rest };
  }
}

// Rows as they are, which a state is made of: building entities of them would cost more than reading them.
function select() {
  const { enterpriseId } = workContext.tenant();
  return currentTransaction()
    .manager.createQueryBuilder(accountSchema, 'account')
    .select('account.*')
    .where('account.enterprise_id = :enterpriseId', { enterpriseId });
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

// The savepoint keeps the transaction usable after the conflict, which is yet to be described.
async function updateUnlessTaken(row: AccountRow): Promise<boolean> {
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

async function duplicateDetails({ account, ownerId }: OwnedAccount, { unique_key }: AccountRow) {
  const { customer_resource_type, customer_reference_id } = account.snapshot();
  const twin = await select().andWhere('account.unique_key = :unique_key', { unique_key }).getRawOne<AccountRow>();
  return accountErrors.duplicate_account_details({
    details: {
      customer_resource_type,
      customer_reference_id,
      customer_resource_id: ownerId,
      ...(twin && { external_account_id: twin.id }),
    },
  });
}
