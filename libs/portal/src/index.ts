export { PortalApiModule } from './portal-api.module.js';
