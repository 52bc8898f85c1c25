export { controlsContext } from './controls.context.js';
export { ControlsApiModule } from './controls-api.module.js';
export { ControlsModule } from './controls.module.js';
export { ControlsWorkerModule } from './controls-worker.module.js';
export { approvalErrors, limitErrors, policyErrors } from './domain/controls.errors.js';
export { approverRoles } from './domain/policy.js';
