export * from './corpus.js';
export * from './postgres.js';
export * from './wait.js';
