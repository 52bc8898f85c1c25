import { existsSync, statfsSync } from 'node:fs';
import { isPortalServed, isRedisUrl, parseRedisUrl, urlPerHost } from '@payments/config';
import type { Config } from '@payments/config';
import type { Finding } from './finding.js';

const GIGABYTE = 1024 ** 3;
const ROOM = { warnBytes: 2 * GIGABYTE, failBytes: GIGABYTE / 2 };
const LOCAL = /^(localhost|127\.|\[?::1\]?|.*\.local$)/;

/** The free space of the quick start's directory. */
export function diskFinding(path: string): Finding | undefined {
  if (!existsSync(path)) return undefined;
  const { bavail, bsize } = statfsSync(path);
  return roomFinding(bavail * bsize);
}

export function roomFinding(freeBytes: number): Finding {
  const name = 'disk space';
  const value = `${(freeBytes / GIGABYTE).toFixed(1)} GiB free`;
  if (freeBytes >= ROOM.warnBytes) return { name, status: 'ok', value };
  return {
    name,
    status: freeBytes >= ROOM.failBytes ? 'warn' : 'fail',
    value,
    remedy: 'free disk space, or move DATA_DIR',
  };
}

/** Whether network traffic is encrypted, as far as the settings show. */
export function addressFindings({
  publicBaseUrl,
  publicVaultUrl,
  databaseUrl,
  queueUrl,
  environment,
}: Config): Finding[] {
  const status = environment === 'production' ? 'fail' : 'warn';
  const isPlain = (text: string) => new URL(text).protocol === 'http:' && !LOCAL.test(new URL(text).hostname);
  const publics = [publicBaseUrl, publicVaultUrl].filter(isPlain);
  const findings: Finding[] = [
    publics.length === 0
      ? { name: 'public URLs', status: 'ok', value: `${publicBaseUrl}, ${publicVaultUrl}` }
      : {
          ...{ name: 'public URLs', status, value: `not encrypted: ${publics.join(', ')}` },
          remedy:
            'put an https gateway in front, and set PUBLIC_BASE_URL and PUBLIC_VAULT_URL (docs/operate/gateway.md)',
        },
  ];
  const databases = (urlPerHost(databaseUrl ?? '') ?? []).filter(({ hostname }) => !LOCAL.test(hostname));
  if (databases.some(({ searchParams }) => !/^(require|verify-)/.test(searchParams.get('sslmode') ?? ''))) {
    const value = `${databases.map(({ host }) => host).join(', ')}: encryption is not required`;
    const remedy = 'add ?sslmode=verify-full to DATABASE_URL';
    findings.push({ name: 'database connection', status, value, remedy });
  }
  if (queueUrl !== undefined && isRedisUrl(queueUrl)) {
    const { hosts, isEncrypted } = parseRedisUrl(queueUrl);
    const remote = hosts.filter(({ host }) => !LOCAL.test(host));
    if (!isEncrypted && remote.length > 0) {
      const value = `${remote.map(({ host }) => host).join(', ')}: not encrypted`;
      findings.push({ name: 'queue connection', status: 'warn', value, remedy: 'use rediss:// in QUEUE_URL' });
    }
  }
  return findings;
}

/** Whether the api serves the portal. */
export function portalFinding(config: Config): Finding {
  const name = 'portal';
  if (isPortalServed(config)) return { name, status: 'ok', value: `${config.publicBaseUrl}/portal` };
  if (!config.portal) return { name, status: 'ok', value: 'off' };
  const remedy = 'set PUBLIC_BASE_URL to an https address, or PORTAL=off';
  return { name, status: 'warn', value: 'not served: in production it needs https', remedy };
}
