export { reportsContext } from './reports.context.js';
export { ReportsApiModule } from './reports-api.module.js';
export { ReportsWorkerModule } from './reports-worker.module.js';
export { reportErrors } from './domain/report.errors.js';
