import { isUuid } from '@payments/kernel';
import { currentTransaction, pageOf, windowOf, workContext } from '@payments/platform';
import type { ListQuery, Page } from '@payments/platform';
import { In } from 'typeorm';
import type { EntitySchema } from 'typeorm';
import type { Customers } from '../../application/ports.js';
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

  async findAll(ids: readonly string[], { forUpdate } = { forUpdate: false }): Promise<Customer[]> {
    const query = this.select().andWhere({ id: In(ids) });
    // In one order for all, so that two writers of several rows never wait for one another.
    const rows = await (forUpdate ? query.orderBy('customer.id').setLock('pessimistic_write') : query).getMany();
    return Promise.all(rows.map((row) => this.open(row)));
  }

  async save(customers: readonly Customer[]): Promise<void> {
    await Promise.all(customers.map((customer) => this.saveOne(customer)));
  }

  async list(query: ListQuery): Promise<Page<Customer>> {
    const { skip, take } = windowOf(query);
    const select = this.select().orderBy('customer.created_at', 'DESC').addOrderBy('customer.id', 'DESC');
    if (query.after !== undefined) select.andWhere(this.isAfter(), { after: query.after });
    const { items, ...rest } = pageOf(await select.offset(skip).limit(take).getMany(), query);
    return { items: await Promise.all(items.map((row) => this.open(row))), ...rest };
  }

  private select() {
    const { enterpriseId } = workContext.tenant();
    return currentTransaction()
      .manager.createQueryBuilder(this.schema, 'customer')
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
  if (after !== undefined) await holdPhone(state.id, after);
}
