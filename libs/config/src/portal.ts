import type { Config } from './config.js';

/** In production a session cookie must not travel over http, so there the portal needs an https address. */
export function isPortalServed({
  portal,
  environment,
  publicBaseUrl,
}: Pick<Config, 'portal' | 'environment' | 'publicBaseUrl'>): boolean {
  return portal && (environment === 'sandbox' || publicBaseUrl.startsWith('https:'));
}
