export { TransfersApiModule } from './transfers-api.module.js';
export { TransfersWorkerModule } from './transfers-worker.module.js';
export { transferErrors } from './domain/transfer.errors.js';
export { reasonErrors } from './domain/reason-codes.errors.js';
export { ParticipationModule } from './participation.module.js';
export { LoadParticipation } from './infrastructure/directory/load-participation.js';
export { parseParticipation, ParticipationFileError } from './infrastructure/directory/participation-file.js';
export type { ParticipationEntry } from './infrastructure/directory/participation-file.js';
