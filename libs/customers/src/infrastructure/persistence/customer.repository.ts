import { isUuid } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { columnsOf, commonFilters, currentTransaction, keysetPage, pageOf } from '@payments/persistence';
import type { Conditions, Page } from '@payments/persistence';
import type { EntitySchema } from 'typeorm';
import type { ShownCustomer } from '../../application/customer.view.js';
import type { CustomerFilter, Customers } from '../../application/ports.js';
import type { CustomerType } from '../../domain/customer-status.js';
import { sharedPhone } from '../../domain/customer.js';
import type { CustomerState } from '../../domain/customer.js';
import type { CustomerRow } from './customer.schema.js';
import { insertCustomer } from './insert-customer.js';
import { holdPhone, releasePhone } from './phone-slots.js';

interface Aggregate<State> {
  readonly type: CustomerType;
  readonly stored: State | undefined;
  snapshot(): State;
}

type BaseRow = CustomerRow<CustomerState, never>;

/** The shown columns of a row, as they are stored. */
export type ShownRow<Shown, Row> = Pick<Row, keyof Shown & keyof Row>;

const SHOWN_COLUMNS = `id, customer_reference_id, status, status_reasons, addresses, contacts, metadata,
  created_at, updated_at, closed_at`;

// The references have the index. A reference of the other customer type matches no id here.
const hasReference = (reference: string) => `id = (
  SELECT reference.customer_id FROM customers.customer_references AS reference
  WHERE reference.enterprise_id = $1 AND reference.customer_reference_id = ${reference})`;

/** The conditions on what persons and businesses both have. */
export const customerConditions: Conditions<CustomerFilter> = {
  ...commonFilters,
  id: (value) => `listed.id = ${value}`,
  customer_reference_id: hasReference,
};

/** The base of the repositories of persons and businesses; they add their table and their secrets. */
export abstract class CustomerRepository<
  Customer extends Aggregate<CustomerState>,
  Row extends BaseRow,
  Shown extends ShownCustomer,
  Filter extends CustomerFilter,
> implements Customers<Customer, Shown, Filter> {
  protected abstract readonly schema: EntitySchema<Row>;
  protected abstract readonly table: string;
  /** The columns that only this kind of customer has and that are shown. */
  protected abstract readonly ownColumns: string;
  protected abstract readonly conditions: Conditions<Filter>;

  protected abstract seal(customer: Customer): Promise<Row>;
  protected abstract open(row: Row): Promise<Customer>;
  /** Maps rows of the shown columns to the fields that are shown, in their order. */
  protected abstract openShown(rows: readonly ShownRow<Shown, Row>[]): Promise<readonly Shown[]>;

  async add(customer: Customer): Promise<void> {
    const phone = sharedPhone(customer.snapshot());
    await insertCustomer({
      type: customer.type,
      table: this.table,
      columns: this.columns,
      row: await this.seal(customer),
      phone,
    });
  }

  async find(id: string, options?: { readonly forUpdate: boolean }): Promise<Customer | undefined> {
    return isUuid(id) ? (await this.findAll([id], options))[0] : undefined;
  }

  async findByReference(reference: string, { forUpdate } = { forUpdate: false }): Promise<Customer | undefined> {
    const [row] = await currentTransaction().query<Row>(
      `SELECT ${this.columns.join(', ')} FROM ${this.table} WHERE enterprise_id = $1 AND ${hasReference('$2')} ${forUpdate ? 'FOR UPDATE' : ''}`,
      [workContext.enterpriseId(), reference],
      `${forUpdate ? 'lock' : 'find'}-${this.table}-by-reference`,
    );
    return row && this.open(row);
  }

  async findAll(ids: readonly string[], { forUpdate } = { forUpdate: false }): Promise<Customer[]> {
    // In the same order everywhere, so that two writers of several rows cannot deadlock.
    const lock = forUpdate ? 'ORDER BY id FOR UPDATE' : '';
    const rows = await currentTransaction().query<Row>(
      `SELECT ${this.columns.join(', ')} FROM ${this.table} WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) ${lock}`,
      [workContext.enterpriseId(), ids],
      `${forUpdate ? 'lock' : 'find'}-${this.table}`,
    );
    return Promise.all(rows.map((row) => this.open(row)));
  }

  async save(customers: readonly Customer[]): Promise<void> {
    await Promise.all(customers.map((customer) => this.saveOne(customer)));
  }

  async read(id: string): Promise<Shown | undefined> {
    if (!isUuid(id)) return undefined;
    const rows = await currentTransaction().query<ShownRow<Shown, Row>>(
      `SELECT ${SHOWN_COLUMNS}, ${this.ownColumns} FROM ${this.table} WHERE enterprise_id = $1 AND id = $2`,
      [workContext.enterpriseId(), id],
      `read-${this.table}`,
    );
    return (await this.openShown(rows))[0];
  }

  async list(filter: Filter): Promise<Page<Shown>> {
    const columns = `${SHOWN_COLUMNS}, ${this.ownColumns}`;
    const source = { table: this.table, columns, conditions: this.conditions };
    const { sql, values, name } = keysetPage(source, filter, workContext.enterpriseId());
    const { items, ...rest } = pageOf(
      await currentTransaction().query<ShownRow<Shown, Row>>(sql, values, name),
      filter,
    );
    return { items: await this.openShown(items), ...rest };
  }

  private get columns(): readonly string[] {
    return columnsOf(this.schema);
  }

  private async saveOne(customer: Customer): Promise<void> {
    const row = await this.seal(customer);
    const { enterprise_id, id } = row;
    await currentTransaction()
      .manager.createQueryBuilder()
      .update(this.schema)
      .set({ ...row })
      .where({ enterprise_id, id })
      .execute();
    await movePhone(customer);
  }
}

async function movePhone(customer: Aggregate<CustomerState>): Promise<void> {
  const state = customer.snapshot();
  const before = customer.stored && sharedPhone(customer.stored);
  const after = sharedPhone(state);
  if (before === after) return;
  if (before !== undefined) await releasePhone(state.id);
  if (after !== undefined) await holdPhone(state.id, state.contacts);
}
