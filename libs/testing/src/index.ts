export * from './postgres.js';
export * from './wait.js';
