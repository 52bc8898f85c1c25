export { bulkContext } from './bulk.context.js';
export { BulkApiModule } from './bulk-api.module.js';
export { BulkModule } from './bulk.module.js';
export { BulkWorkerModule } from './bulk-worker.module.js';
export { bulkErrors } from './domain/bulk.errors.js';
