import { QueryClient } from '@tanstack/react-query';
import { Problem } from '../api/problem.js';

const ATTEMPTS = 3;
const LONGEST_WAIT_MS = 30_000;

/** The answers of the API that pages show. Reads are repeated where that may help, writes never by themselves. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      retry: (count, error) => count < ATTEMPTS && error instanceof Problem && error.isRetryable,
      retryDelay: (count, error) =>
        error instanceof Problem && error.retryAfterSeconds !== undefined
          ? error.retryAfterSeconds * 1_000
          : Math.min(1_000 * 2 ** count, LONGEST_WAIT_MS),
    },
    // What was sent may be a number or a password: it is forgotten with its form.
    mutations: { retry: false, gcTime: 0 },
  },
});
