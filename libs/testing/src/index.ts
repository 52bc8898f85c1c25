export * from './bodies.js';
export * from './corpus.js';
export * from './field-errors.js';
export * from './postgres.js';
export * from './processor-time.js';
export * from './transfers.js';
export * from './wait.js';
