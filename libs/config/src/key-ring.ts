import { randomBytes } from 'node:crypto';
import { z } from 'zod';

const KEY_BYTES = 32;

const key = z
  .string()
  .transform((text) => Buffer.from(text, 'base64'))
  .refine((bytes) => bytes.length === KEY_BYTES, { message: `must be ${KEY_BYTES} bytes in base64` });

/**
 * `{ master: { active, keys: { id: base64 } }, blind_index: base64, pepper: base64 }`. Master keys wrap the data key
 * of each enterprise; old ones stay in the ring until everything is rewrapped. `blind_index` keys the look-up
 * hashes of encrypted fields, `pepper` the hashes of client secrets and API keys.
 */
export const keyRingSchema = z
  .object({
    master: z.object({ active: z.string(), keys: z.record(z.string().regex(/^[\w.-]{1,64}$/), key) }),
    blind_index: key,
    pepper: key,
  })
  .refine((ring) => Object.hasOwn(ring.master.keys, ring.master.active), {
    path: ['master', 'active'],
    message: 'must be the id of a key in master.keys',
  });

export type KeyRing = z.infer<typeof keyRingSchema>;

/** New key material in the format of KEY_RING and KEY_RING_FILE. */
export function generateKeyRing(): Record<string, unknown> {
  const fresh = () => randomBytes(KEY_BYTES).toString('base64');
  const id = `m-${randomBytes(4).toString('hex')}`;
  return { master: { active: id, keys: { [id]: fresh() } }, blind_index: fresh(), pepper: fresh() };
}
