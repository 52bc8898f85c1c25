export * from './embedded-postgres/index.js';
