import { createHash, timingSafeEqual } from 'node:crypto';
import ssh2, { type AuthContext, type ParsedKey } from 'ssh2';
import type { SftpUser } from '../settings/bank-settings.js';

const METHODS: ('password' | 'publickey')[] = ['password', 'publickey'];
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Lets in who gives the password of a user, or signs with one of its keys. */
export function authenticate(context: AuthContext, users: readonly SftpUser[]): void {
  const user = users.find(({ name }) => name === context.username);
  if (user && isProved(context, user)) context.accept();
  else context.reject(METHODS);
}

function isProved(context: AuthContext, user: SftpUser): boolean {
  if (context.method === 'password') {
    return user.password !== undefined && timingSafeEqual(hash(context.password), hash(user.password));
  }
  if (context.method !== 'publickey') return false;
  const key = user.publicKeys.map(parsed).find((each) => each?.getPublicSSH().equals(context.key.data));
  if (!key) return false;
  // Without a signature the client only asks whether the key would do.
  const { blob, signature, hashAlgo } = context;
  return !signature || !blob || key.verify(blob, signature, hashAlgo) === true;
}

function parsed(line: string): ParsedKey | undefined {
  const key = ssh2.utils.parseKey(line);
  return key instanceof Error ? undefined : key;
}
