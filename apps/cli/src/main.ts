#!/usr/bin/env node
import { paymentsProgram } from './support/program.js';
import { reportError } from './support/report-error.js';

const LINGER_MS = 1_000;

// A connection left open must not keep a finished command alive.
void paymentsProgram()
  .parseAsync()
  .catch(reportError)
  .finally(() => setTimeout(() => process.exit(), LINGER_MS).unref());
