export { TransfersApiModule } from './transfers-api.module.js';
export { TransfersWorkerModule } from './transfers-worker.module.js';
export { transferErrors } from './domain/transfer.errors.js';
