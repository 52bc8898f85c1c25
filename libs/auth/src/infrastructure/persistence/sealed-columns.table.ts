import type { SealedTable, WrappedTable } from '@payments/persistence';

/** The secrets of second factors. */
export const authSealedTables: readonly SealedTable[] = [
  { table: 'auth.users', row: { name: 'text' }, columns: ['totp_secret'] },
];

/** The private keys that sign access tokens. */
export const authWrappedTables: readonly WrappedTable[] = [
  {
    table: 'auth.signing_keys',
    role: 'auth',
    id: 'kid',
    wrapped: 'wrapped_private_key',
    context: signingKeyContext,
  },
];

/** What the wrapped private key of a token signing key is bound to. */
export function signingKeyContext(kid: string): string {
  return `signing-key|${kid}`;
}
