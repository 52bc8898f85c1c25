export * from './corpus.js';
export * from './postgres.js';
export * from './processor-time.js';
export * from './wait.js';
