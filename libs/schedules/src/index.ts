export { schedulesContext } from './schedules.context.js';
export { SchedulesApiModule } from './schedules-api.module.js';
export { SchedulesModule } from './schedules.module.js';
export { SchedulesWorkerModule } from './schedules-worker.module.js';
export { scheduleErrors } from './domain/schedule.errors.js';
