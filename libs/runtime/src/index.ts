export {
  HealthApiModule,
  InvariantsModule,
  PlatformModule,
  RetentionModule,
  WorkerPlatformModule,
} from './platform.module.js';
export type { PlatformOptions } from './platform.module.js';
export { invariantsOf, metricsOf, platform, retentionOf, sealedColumnsOf } from './registrations.js';
export { runProcess, workerMetricsPort } from './run-process.js';
export type { Started } from './run-process.js';
