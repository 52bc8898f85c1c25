import type { Command } from 'commander';

const SET = `
PUBLIC_BASE_URL is the issuer of access tokens, and an api starts only with the recorded issuer. To change it, run this
command, then restart every api with the new PUBLIC_BASE_URL. Tokens of the old issuer are then rejected, and clients
must get new ones. The same issuer may be given, to change PUBLIC_VAULT_URL, which is one for all apis too: the next api that
starts records its own.

Example:
  $ npm run -s payments -- issuer set https://api.example.com`;

interface Options {
  readonly json?: boolean;
}

/** `payments issuer …` */
export function registerIssuer(program: Command): void {
  const issuer = program
    .command('issuer')
    .description('manage the issuer of access tokens, which is the same for all apis');
  issuer
    .command('show')
    .description('show the recorded issuer and the PUBLIC_BASE_URL of these settings')
    .option('--json', 'print JSON only')
    .action(show);
  issuer
    .command('set')
    .description('record a new issuer, before a restart of the apis with it')
    .argument('<url>', 'the new PUBLIC_BASE_URL of every api')
    .option('--json', 'print JSON only')
    .addHelpText('after', SET)
    .action(set);
}

async function show(options: Options): Promise<void> {
  const { withTokenIssuer } = await import('../support/issuer.js');
  const { print } = await import('../support/in-enterprise.js');
  const shown = await withTokenIssuer(async (issuer, public_base_url) => ({
    issuer: (await issuer.recorded())?.issuer ?? null,
    public_base_url,
  }));
  print(shown, options);
}

async function set(url: string, options: Options): Promise<void> {
  const { withTokenIssuer } = await import('../support/issuer.js');
  const { print } = await import('../support/in-enterprise.js');
  const changed = await withTokenIssuer(async (issuer) => ({
    before: (await issuer.change(url)) ?? null,
    issuer: url,
  }));
  print(changed, options);
}
