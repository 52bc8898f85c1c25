#!/usr/bin/env node
import { paymentsProgram } from './support/program.js';
import { reportError } from './support/report-error.js';

const LINGER_MS = 1_000;

// The reader of our output, such as `head`, has seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

// A connection left open must not keep a finished command alive.
void paymentsProgram()
  .parseAsync()
  .catch(reportError)
  .finally(() => setTimeout(() => process.exit(), LINGER_MS).unref());
