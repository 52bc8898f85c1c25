import { defineErrors } from '@payments/kernel';

export const authErrors = defineErrors({
  unauthorized: { kind: 'unauthenticated', message: 'The access token is missing, invalid or expired' },
  forbidden: { kind: 'forbidden', message: 'The API key is missing or not valid for this environment and enterprise' },
  too_many_requests: { kind: 'rate_limited', message: 'Too many requests; wait as long as Retry-After says' },
  invalid_grant_type: {
    kind: 'invalid',
    message: "grant_type must be 'client_credentials', or left out",
    field: 'grant_type',
  },
  enterprise_name_taken: { kind: 'conflict', message: 'An enterprise of this name exists already' },
});
