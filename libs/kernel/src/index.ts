export * from './clock.js';
export * from './errors.js';
export * from './events.js';
export * from './ids.js';
export * from './money.js';
export * from './same.js';
export * from './state-machine.js';
export * from './unit-of-work.js';
