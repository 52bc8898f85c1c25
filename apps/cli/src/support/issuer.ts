import { TokenIssuer } from '@payments/auth';
import { type Config } from '@payments/config';
import { commandConfig, withApplication } from './application.js';

export async function withTokenIssuer<Result>(
  work: (issuer: TokenIssuer, publicBaseUrl: string) => Promise<Result>,
): Promise<Result> {
  const config = commandConfig();
  return withApplication(config, (app) => work(app.get(TokenIssuer, { strict: false }), config.publicBaseUrl));
}

/** Makes PUBLIC_BASE_URL of these settings the issuer, if one `npm start` is the database's only user. */
export async function recordIssuer(config: Config): Promise<void> {
  await withApplication(config, (app) => app.get(TokenIssuer, { strict: false }).change(config.publicBaseUrl));
}
