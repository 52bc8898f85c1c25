export { batchErrors } from './domain/batch.errors.js';
export { viewErrors } from './domain/view.errors.js';
export { portalContext } from './portal.context.js';
export { PortalApiModule } from './portal-api.module.js';
