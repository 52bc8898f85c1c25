export { ApproversModule } from './approvers.module.js';
export { controlsContext } from './controls.context.js';
export { ControlsApiModule } from './controls-api.module.js';
export { FindUnsatisfiable } from './application/find-unsatisfiable.js';
export { ControlsModule } from './controls.module.js';
export { ControlsWorkerModule } from './controls-worker.module.js';
export { approvalErrors, limitErrors, policyErrors } from './domain/controls.errors.js';
export { approverRoles } from './domain/policy.js';
