import { isUuid } from '@payments/kernel';
import { currentTransaction, pageOf, windowOf, workContext } from '@payments/platform';
import type { Page } from '@payments/platform';
import type { EntitySchema } from 'typeorm';
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

// The references have the index; a reference of the other kind is the id of nobody here.
const HAS_REFERENCE = `customer.id = (
  SELECT reference.customer_id FROM customers.customer_references AS reference
  WHERE reference.enterprise_id = :enterpriseId AND reference.customer_reference_id = :reference)`;

/** What the repositories of persons and businesses have in common; they add their table and their secrets. */
export abstract class CustomerRepository<
  Customer extends Aggregate<CustomerState>,
  Row extends BaseRow,
> implements Customers<Customer> {
  protected abstract readonly schema: EntitySchema<Row>;
  protected abstract readonly table: string;

  protected abstract seal(customer: Customer): Promise<Row>;
  protected abstract open(row: Row): Promise<Customer>;

  async add(customer: Customer): Promise<void> {
    const phone = sharedPhone(customer.snapshot());
    await insertCustomer({ type: customer.type, table: this.table, row: await this.seal(customer), phone });
  }

  async find(id: string, options?: { readonly forUpdate: boolean }): Promise<Customer | undefined> {
    return isUuid(id) ? (await this.findAll([id], options))[0] : undefined;
  }

  async findByReference(reference: string, { forUpdate } = { forUpdate: false }): Promise<Customer | undefined> {
    const query = this.select().andWhere(HAS_REFERENCE, { reference });
    const row = await (forUpdate ? query.setLock('pessimistic_write') : query).getRawOne<Row>();
    return row && this.open(row);
  }

  async findAll(ids: readonly string[], { forUpdate } = { forUpdate: false }): Promise<Customer[]> {
    // In one order for all, so that two writers of several rows never wait for one another.
    const lock = forUpdate ? 'ORDER BY id FOR UPDATE' : '';
    const rows = await currentTransaction().query<Row>(
      `SELECT * FROM ${this.table} WHERE enterprise_id = $1 AND id = ANY($2::uuid[]) ${lock}`,
      [workContext.tenant().enterpriseId, ids],
      `${forUpdate ? 'lock' : 'find'} ${this.table}`,
    );
    return Promise.all(rows.map((row) => this.open(row)));
  }

  async save(customers: readonly Customer[]): Promise<void> {
    await Promise.all(customers.map((customer) => this.saveOne(customer)));
  }

  async list(filter: CustomerFilter): Promise<Page<Customer>> {
    const { after, start_time, end_time, status, customer_reference_id: reference } = filter;
    const { skip, take } = windowOf(filter);
    const select = this.select().orderBy('customer.created_at', 'DESC').addOrderBy('customer.id', 'DESC');
    if (after !== undefined) select.andWhere(this.isAfter(), { after });
    if (start_time !== undefined) select.andWhere('customer.created_at >= :start_time', { start_time });
    if (end_time !== undefined) select.andWhere('customer.created_at < :end_time', { end_time });
    if (status !== undefined) select.andWhere('customer.status = ANY(:status)', { status });
    if (reference !== undefined) select.andWhere(HAS_REFERENCE, { reference });
    const { items, ...rest } = pageOf(await select.offset(skip).limit(take).getRawMany<Row>(), filter);
    return { items: await Promise.all(items.map((row) => this.open(row))), ...rest };
  }

  // Rows as they are, which a state is made of: building entities of them would cost more than reading them.
  private select() {
    const { enterpriseId } = workContext.tenant();
    return currentTransaction()
      .manager.createQueryBuilder(this.schema, 'customer')
      .select('customer.*')
      .where('customer.enterprise_id = :enterpriseId', { enterpriseId });
  }

  private isAfter(): string {
    return `(customer.created_at, customer.id) < (
      SELECT last.created_at, last.id FROM ${this.table} AS last WHERE last.enterprise_id = :enterpriseId AND last.id = :after)`;
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
