export { CustomerDirectory } from './application/ports.js';
export type { KnownCustomer } from './application/ports.js';
export { CustomersApiModule } from './customers-api.module.js';
export { CustomersWorkerModule } from './customers-worker.module.js';
export { addressErrors, businessErrors, customerErrors, personErrors } from './domain/customer.errors.js';
export { CustomersModule } from './customers.module.js';
