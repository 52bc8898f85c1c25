export { subledgersContext } from './subledgers.context.js';
export { SubledgersApiModule } from './subledgers-api.module.js';
export { SubledgersModule } from './subledgers.module.js';
export { bookTransferErrors, subledgerErrors } from './domain/subledger.errors.js';
