#!/usr/bin/env node
import { paymentsProgram } from './support/program.js';
import { reportError } from './support/report-error.js';

const LINGER_MS = 1_000;

process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  // The reader of our output, such as `head`, has seen enough.
  if (code === 'EPIPE') process.exit();
  // What cannot be written is lost, on a full disk for example, but `start` goes on.
  process.exitCode = 1;
});

// A connection left open must not keep a finished command alive.
void paymentsProgram()
  .parseAsync()
  .catch(reportError)
  .finally(() => setTimeout(() => process.exit(), LINGER_MS).unref());
