import { randomBytes } from 'node:crypto';
import { newId } from '@payments/kernel';
import fc from 'fast-check';
import type { Transactions } from '../database/transactions.js';
import { Metrics } from '@payments/observability';
import { persistenceMetrics } from '../metrics.table.js';
import { DataKeys, UnknownDataKeyError } from './data-keys.js';
import type { DataKey } from './data-keys.js';
import { FieldCipher } from './field-cipher.js';
import type { FieldPlace, SealedField } from './field-cipher.js';
import { decrypt, encrypt, KeyRingProvider } from './key-provider.js';

/** Data keys in memory, newest first. */
class FakeDataKeys extends DataKeys {
  readonly held = new Map<string, DataKey[]>();

  constructor() {
    super(undefined as unknown as Transactions, new KeyRingProvider({ active: '', keys: {} }));
  }

  make(enterpriseId: string, id = newId()): DataKey {
    const key = { id, key: randomBytes(32) };
    this.held.set(enterpriseId, [key, ...(this.held.get(enterpriseId) ?? [])]);
    return key;
  }

  override active(enterpriseId: string): Promise<DataKey> {
    return Promise.resolve(this.held.get(enterpriseId)![0]!);
  }

  override byId(enterpriseId: string, keyId: string): Promise<DataKey> {
    const found = this.held.get(enterpriseId)?.find(({ id }) => id === keyId);
    return found === undefined ? Promise.reject(new UnknownDataKeyError(enterpriseId, keyId)) : Promise.resolve(found);
  }
}

const place: FieldPlace = {
  enterpriseId: newId(),
  table: 'accounts.external_accounts',
  column: 'account_number',
  rowId: newId(),
};

describe(FieldCipher.name, () => {
  const keys = new FakeDataKeys();
  const cipher = new FieldCipher(keys);
  beforeAll(() => {
    keys.make(place.enterpriseId);
  });

  it('opens any text that it sealed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (plaintext) => {
        expect(await cipher.open(place, await cipher.seal(place, plaintext))).toBe(plaintext);
      }),
    );
  });

  it('seals the same text to different bytes that do not contain it', async () => {
    const sealed = await Promise.all(Array.from({ length: 50 }, () => cipher.seal(place, '123456789')));
    expect(new Set(sealed.map((bytes) => bytes.toString('hex'))).size).toBe(50);
    expect(sealed.some((bytes) => bytes.includes('123456789'))).toBe(false);
  });

  it('seals many fields of a column in order, each with an IV of its own', async () => {
    const column = { ...place };
    const fields = Array.from({ length: 1_000 }, (_, at) => ({ rowId: newId(), plaintext: String(at) }));
    const sealed = await cipher.sealAll(column, fields);
    const opened = await cipher.openAll(
      column,
      fields.map(({ rowId }, at) => ({ rowId, sealed: sealed[at]! })),
    );
    expect(opened).toEqual(fields.map(({ plaintext }) => plaintext));
    expect(new Set(sealed.map((bytes) => bytes.toString('hex', 17, 29))).size).toBe(1_000);
  });

  it('stores version, key id, iv, ciphertext and tag, in this order', async () => {
    const { id } = await keys.active(place.enterpriseId);
    const sealed = await cipher.seal(place, '12345');
    expect(sealed[0]).toBe(1);
    expect(sealed.subarray(1, 17).toString('hex')).toBe(id.replaceAll('-', ''));
    expect(sealed).toHaveLength(1 + 16 + 12 + 5 + 16);
  });

  it('rejects and counts a value with any flipped bit', async () => {
    const metrics = new Metrics(persistenceMetrics);
    const counting = new FieldCipher(keys, metrics);
    const sealed = await counting.seal(place, '12345');
    const opened: number[] = [];
    const bits = sealed.length * 8;
    for (let bit = 0; bit < bits; bit++) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      await counting.open(place, changed).then(
        () => opened.push(bit),
        () => undefined,
      );
    }
    expect(opened).toEqual([]);
    const counter = await metrics.registry.getSingleMetric('payments_sealed_field_failures_total')?.get();
    expect(counter?.values).toMatchObject([{ value: bits }]);
  });

  it('opens many fields of a column in order, under different keys', async () => {
    const enterpriseId = newId();
    const column = { ...place, enterpriseId };
    const fields: SealedField[] = [];
    for (const text of ['1', '2', '3', '4', '5']) {
      if (text === '1' || text === '4') keys.make(enterpriseId);
      const rowId = newId();
      fields.push({ rowId, sealed: await cipher.seal({ ...column, rowId }, text) });
    }
    const [one, two, three, four, five] = fields as [SealedField, SealedField, SealedField, SealedField, SealedField];
    expect(await cipher.openAll(column, [one, four, two, three, five])).toEqual(['1', '4', '2', '3', '5']);
    expect(await cipher.openAll(column, [])).toEqual([]);
  });

  it('opens no fields if two are swapped or one is truncated', async () => {
    const [one, two] = [newId(), newId()];
    const first = await cipher.seal({ ...place, rowId: one }, '1');
    const second = await cipher.seal({ ...place, rowId: two }, '2');
    const swapped = [first, second].map((sealed, index) => ({ rowId: index === 0 ? two : one, sealed }));
    await expect(cipher.openAll(place, swapped)).rejects.toThrow();
    const whole = { rowId: one, sealed: first };
    for (const length of [0, 1, 16, 17, 40]) {
      const cut = { rowId: two, sealed: second.subarray(0, length) };
      await expect(cipher.openAll(place, [whole, cut])).rejects.toThrow();
    }
  });

  it('rejects truncated and extended values', async () => {
    const sealed = await cipher.seal(place, '12345');
    for (let length = 0; length < sealed.length; length++) {
      await expect(cipher.open(place, sealed.subarray(0, length))).rejects.toThrow();
    }
    await expect(cipher.open(place, Buffer.concat([sealed, Buffer.of(0)]))).rejects.toThrow();
  });

  it.each<[string, Partial<FieldPlace>]>([
    ['row', { rowId: newId() }],
    ['column', { column: 'account_holder_name' }],
    ['table', { table: 'accounts.account_details' }],
  ])('rejects a value moved to another %s', async (_, moved) => {
    const sealed = await cipher.seal(place, '12345');
    await expect(cipher.open({ ...place, ...moved }, sealed)).rejects.toThrow();
  });

  it('rejects a value moved to another enterprise with the same key', async () => {
    const sealed = await cipher.seal(place, '12345');
    const other = newId();
    await expect(cipher.open({ ...place, enterpriseId: other }, sealed)).rejects.toThrow();
    keys.held.set(other, keys.held.get(place.enterpriseId)!);
    await expect(cipher.open({ ...place, enterpriseId: other }, sealed)).rejects.toThrow();
  });

  it('rejects a different key with the same id', async () => {
    const enterpriseId = newId();
    const { id } = keys.make(enterpriseId);
    const sealed = await cipher.seal({ ...place, enterpriseId }, '12345');
    keys.held.delete(enterpriseId);
    keys.make(enterpriseId, id);
    await expect(cipher.open({ ...place, enterpriseId }, sealed)).rejects.toThrow();
  });

  it('seals with the newest key and still opens what an older one sealed', async () => {
    const enterpriseId = newId();
    const at = { ...place, enterpriseId };
    keys.make(enterpriseId);
    const old = await cipher.seal(at, 'old');
    const newest = keys.make(enterpriseId);
    const fresh = await cipher.seal(at, 'new');
    expect(fresh.subarray(1, 17).toString('hex')).toBe(newest.id.replaceAll('-', ''));
    expect([await cipher.open(at, old), await cipher.open(at, fresh)]).toEqual(['old', 'new']);
  });

  it('counts values that do not open, by column', async () => {
    const metrics = new Metrics(persistenceMetrics);
    const counting = new FieldCipher(keys, metrics);
    const sealed = await counting.seal(place, '12345');
    await counting.open(place, sealed);
    await expect(counting.open({ ...place, rowId: newId() }, sealed)).rejects.toThrow();
    await expect(counting.open(place, Buffer.of(9))).rejects.toThrow();
    const counter = await metrics.registry.getSingleMetric('payments_sealed_field_failures_total')?.get();
    expect(counter?.values).toEqual([{ value: 2, labels: { field: `${place.table}.${place.column}` } }]);
  });

  it('reveals neither the text nor the key in errors', async () => {
    const sealed = await cipher.seal(place, '123456789');
    sealed[sealed.length - 1]! ^= 1;
    const { key } = await keys.active(place.enterpriseId);
    const error = await cipher.open(place, sealed).catch((thrown: unknown) => thrown as Error);
    expect(String(error)).not.toContain('123456789');
    expect(String(error)).not.toContain(key.toString('hex'));
  });
});

describe(KeyRingProvider.name, () => {
  const master = { active: 'm-2', keys: { 'm-1': randomBytes(32), 'm-2': randomBytes(32) } };
  const provider = new KeyRingProvider(master);
  const key = randomBytes(32);

  it('wraps with the active key and unwraps to the same key', async () => {
    const wrapped = await provider.wrap(key, 'context');
    expect(wrapped.masterKeyId).toBe('m-2');
    expect(wrapped.wrapped.includes(key)).toBe(false);
    expect(await provider.unwrap(wrapped, 'context')).toEqual(key);
  });

  it('unwraps what an older key wrapped', async () => {
    const older = new KeyRingProvider({ ...master, active: 'm-1' });
    expect(await provider.unwrap(await older.wrap(key, 'context'), 'context')).toEqual(key);
  });

  it('unwraps only in the context of the wrapping', async () => {
    const wrapped = await provider.wrap(key, 'data-key|a|1');
    await expect(async () => provider.unwrap(wrapped, 'data-key|b|1')).rejects.toThrow();
  });

  it('rejects the id of another or unknown master key', async () => {
    const wrapped = await provider.wrap(key, 'context');
    await expect(async () => provider.unwrap({ ...wrapped, masterKeyId: 'm-1' }, 'context')).rejects.toThrow();
    await expect(async () => provider.unwrap({ ...wrapped, masterKeyId: 'm-9' }, 'context')).rejects.toThrow(
      /m-9 .*key ring/,
    );
  });
});

describe('encrypt and decrypt', () => {
  it('are inverses under one key and context, and fail under any other', () => {
    const bytes = fc.uint8Array({ maxLength: 100 }).map((array) => Buffer.from(array));
    fc.assert(
      fc.property(bytes, fc.string(), fc.string(), (plaintext, context, other) => {
        const key = randomBytes(32);
        const sealed = encrypt(key, plaintext, context);
        expect(decrypt(key, sealed, context)).toEqual(plaintext);
        if (other !== context) expect(() => decrypt(key, sealed, other)).toThrow();
        expect(() => decrypt(randomBytes(32), sealed, context)).toThrow();
      }),
    );
  });
});
