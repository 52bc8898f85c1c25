import { urlPerHost } from './url-per-host.js';

const PROTOCOL = /^postgres(?:ql)?:$/;
const TARGETS: readonly (string | null)[] = [null, 'read-write', 'primary'];

/**
 * What is wrong with the URL of a PostgreSQL, if anything. It may name several hosts, such as
 * `postgres://user:password@a:5432,b:5432/payments`; processes use the one that accepts writes.
 */
export function postgresUrlProblem(text: string): string | undefined {
  const url = urlPerHost(text)?.[0];
  if (url === undefined || !PROTOCOL.test(url.protocol)) {
    return 'must be a URL that starts with postgres:// or postgresql://';
  }
  const isToPrimary = TARGETS.includes(url.searchParams.get('target_session_attrs'));
  return isToPrimary ? undefined : 'must have target_session_attrs=read-write or none, because processes write';
}
