export { TransfersApiModule } from './transfers-api.module.js';
export { TransfersWorkerModule } from './transfers-worker.module.js';
export { transferErrors } from './domain/transfer.errors.js';
export { reasonErrors } from './domain/reason-codes.errors.js';
