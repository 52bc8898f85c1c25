interface Guarded {
  readonly webhookAllowPrivate: boolean;
  readonly verificationProvider: string;
  readonly verifyProviders: readonly string[];
}

/** What settings of a sandbox a production service refuses to start with, one line each, with the remedy. */
export function unsafeInProduction(config: Guarded): string[] {
  const problems: string[] = [];
  if (config.webhookAllowPrivate) {
    problems.push('WEBHOOK_ALLOW_PRIVATE: is not allowed with ENVIRONMENT=production; unset it');
  }
  if (config.verificationProvider === 'sandbox') {
    problems.push('VERIFICATION_PROVIDER: sandbox is not allowed with ENVIRONMENT=production; set it to rules');
  }
  if (config.verifyProviders.includes('sandbox')) {
    problems.push('VERIFY_PROVIDERS: sandbox is not allowed with ENVIRONMENT=production; leave it out');
  }
  return problems;
}
