const PREFIX = 'whsec_';
/** By how much a timestamp may be off before libraries refuse it. */
const TOLERANCE_S = 300;

export interface SignedBody {
  readonly secret: string;
  readonly id: string;
  readonly timestamp: string;
  /** `v1,` and Base64; several are separated by spaces. */
  readonly signature: string;
  readonly body: string;
}

export type Verdict = 'valid' | 'invalid' | 'stale' | 'badSecret';

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Verifies a webhook as the Standard Webhooks specification says. `stale`: right, but too old or too new. */
export async function verifySignature(signed: SignedBody, now: Date): Promise<Verdict> {
  let secret: Uint8Array<ArrayBuffer>;
  try {
    secret = bytesOf(signed.secret.trim().replace(PREFIX, ''));
  } catch {
    return 'badSecret';
  }
  if (secret.length === 0) return 'badSecret';
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  const timestamp = signed.timestamp.trim();
  const text = `${signed.id.trim()}.${timestamp}.${signed.body}`;
  const computed = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
  const expected = `v1,${btoa(String.fromCharCode(...new Uint8Array(computed)))}`;
  if (!signed.signature.trim().split(/\s+/).includes(expected)) return 'invalid';
  return Math.abs(now.getTime() / 1_000 - Number(timestamp)) > TOLERANCE_S ? 'stale' : 'valid';
}
