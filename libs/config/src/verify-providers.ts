/** Providers that verify accounts. */
export const VERIFY_PROVIDERS = ['rules', 'history', 'instant', 'micro', 'prenote', 'registered', 'sandbox'] as const;
export type VerifyProvider = (typeof VERIFY_PROVIDERS)[number];

const IN_PRODUCTION: readonly VerifyProvider[] = ['rules', 'history', 'instant', 'micro', 'registered'];

export function isVerifyProvider(text: string): text is VerifyProvider {
  return (VERIFY_PROVIDERS as readonly string[]).includes(text);
}

/** The named providers, or those that an environment has by default. */
export function verifyProvidersOf(
  names: readonly string[],
  environment: 'sandbox' | 'production',
): readonly VerifyProvider[] {
  if (names.length > 0) return names.filter(isVerifyProvider);
  return environment === 'production' ? IN_PRODUCTION : ['sandbox'];
}
