export * from './config.js';
export { generateKeyRing } from './key-ring.js';
export type { KeyRing } from './key-ring.js';
export type { ProcessorSettings } from './processor-settings.js';
export { isPortalServed } from './portal.js';
export type { VerifyProvider } from './verify-providers.js';
