import type { Command } from 'commander';

const HELP = `
The new key is published at /.well-known/jwks.json immediately and starts signing five minutes later, so that verifiers
have time to fetch it. The old key stays published until the last token that it signed has expired.

Example:
  $ npm run -s payments -- signing-keys rotate`;

/** `payments signing-keys rotate` */
export function registerSigningKeys(program: Command): void {
  program
    .command('signing-keys')
    .description('manage the keys that sign access tokens')
    .command('rotate')
    .description('create a new signing key while the service runs')
    .option('--json', 'print JSON only')
    .addHelpText('after', HELP)
    .action(async (options: { readonly json?: boolean }) => {
      const [{ RotateSigningKey }, { inApplication }, { print }] = await Promise.all([
        import('../support/services.js'),
        import('../support/application.js'),
        import('../support/in-enterprise.js'),
      ]);
      print(await inApplication((app) => app.get(RotateSigningKey, { strict: false }).execute()), options);
    });
}
