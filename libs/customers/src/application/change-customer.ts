import type { Clock, DomainError, UnitOfWork } from '@payments/kernel';
import type { Business } from '../domain/business.js';
import { customerErrors } from '../domain/customer.errors.js';
import type { CustomerInput } from '../domain/customer.js';
import type { Person } from '../domain/person.js';
import type { CustomerOutbox } from './customer-outbox.js';
import type { CustomerFilter, Customers } from './ports.js';

const LOCKED = { forUpdate: true };

interface Changeable<Input, Patch> {
  replace(input: Input, now: Date): void;
  patch(patch: Patch, now: Date): void;
}

interface Change<Customer> {
  readonly find: () => Promise<Customer | undefined>;
  readonly unknown: () => DomainError;
  readonly make: (customer: Customer, now: Date) => void;
}

/** Changes a person or a business, one writer at a time. A new identity is verified again. */
export abstract class ChangeCustomer<
  Customer extends (Person | Business) & Changeable<Input, Patch>,
  Input extends CustomerInput,
  Patch,
  View,
> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly customers: Customers<Customer, unknown, CustomerFilter>,
    private readonly outbox: CustomerOutbox,
    private readonly clock: Clock,
  ) {}

  protected abstract unknownId(): DomainError;

  protected abstract view(customer: Customer): View;

  /** Runs after a replacement or a patch, before it is saved. @throws DomainError missing_… */
  protected abstract checkDetails(customer: Customer): void;

  /**
   * Replaces everything that responses show.
   * @throws DomainError unknown_id, resource_closed, invalid_customer_reference_id, invalid_phone_value, missing_…
   */
  replace(id: string, input: Input): Promise<View> {
    return this.byId(id, (customer, now) => this.replaceDetails(customer, input, now));
  }

  /** As `replace`. @throws DomainError invalid_customer_reference_id, resource_closed, invalid_phone_value, missing_… */
  replaceByReference(input: Input): Promise<View> {
    return this.change({
      find: () => this.customers.findByReference(input.customer_reference_id, LOCKED),
      unknown: customerErrors.invalid_customer_reference_id,
      make: (customer, now) => this.replaceDetails(customer, input, now),
    });
  }

  /** Changes the fields that are sent. @throws DomainError as `replace` */
  patch(id: string, patch: Patch): Promise<View> {
    return this.byId(id, (customer, now) => {
      customer.patch(patch, now);
      this.checkDetails(customer);
    });
  }

  /** Closes permanently. Closing again returns the same. @throws DomainError unknown_id */
  close(id: string): Promise<View> {
    return this.byId(id, (customer, now) => customer.close(now));
  }

  private replaceDetails(customer: Customer, input: Input, now: Date): void {
    customer.replace(input, now);
    this.checkDetails(customer);
  }

  private byId(id: string, make: Change<Customer>['make']): Promise<View> {
    return this.change({ find: () => this.customers.find(id, LOCKED), unknown: () => this.unknownId(), make });
  }

  private change({ find, unknown, make }: Change<Customer>): Promise<View> {
    return this.unitOfWork.run(async () => {
      const customer = await find();
      if (customer === undefined) throw unknown();
      make(customer, this.clock.now());
      if (customer.isChanged) await Promise.all([this.customers.save([customer]), this.outbox.publish([customer])]);
      return this.view(customer);
    });
  }
}
