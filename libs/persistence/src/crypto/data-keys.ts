import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { Transactions } from '../database/transactions.js';
import { currentTransaction, openTransaction } from '../database/current-transaction.js';
import type { Transaction } from '../database/transaction.js';
import { KeyProvider } from './key-provider.js';
import { dataKeyContext } from './sealed-columns.table.js';

const DATA_KEY_BYTES = 32;
/** Within this time every process seals with a key that another process created. */
export const DATA_KEYS_MAX_AGE_MS = 5_000;

export interface DataKey {
  readonly id: string;
  readonly key: Buffer;
}

interface DataKeyRow {
  readonly key_id: string;
  readonly master_key_id: string;
  readonly wrapped: Buffer;
}

interface Ring {
  /** Newest first. */
  readonly keys: readonly DataKey[];
  readonly readAt: number;
}

export class UnknownDataKeyError extends Error {
  constructor(enterpriseId: string, keyId: string) {
    super(`data key ${keyId} of enterprise ${enterpriseId} does not exist`);
  }
}

/**
 * The data keys of each enterprise, each unwrapped once per process. The newest one encrypts; all of them decrypt.
 * Load keys before a transaction: an unknown or possibly outdated key is read on a separate connection, and holding
 * one while waiting for another can deadlock the pool.
 */
@Injectable()
export class DataKeys {
  private readonly rings = new Map<string, Ring>();
  private readonly loading = new Map<string, Promise<Ring>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly provider: KeyProvider,
  ) {}

  /** Creates the first, or another, data key of the enterprise in the current unit of work. Returns its id. */
  async create(enterpriseId: string): Promise<string> {
    const id = newId();
    const context = dataKeyContext(enterpriseId, id);
    const { masterKeyId, wrapped } = await this.provider.wrap(randomBytes(DATA_KEY_BYTES), context);
    const transaction = currentTransaction();
    await transaction.query(
      `INSERT INTO platform.data_keys (enterprise_id, key_id, master_key_id, wrapped) VALUES ($1, $2, $3, $4)`,
      [enterpriseId, id, masterKeyId, wrapped],
    );
    this.expire(enterpriseId);
    transaction.afterCommit(() => this.expire(enterpriseId));
    return id;
  }

  /** Whether `warm` has nothing to do. */
  areWarm(enterpriseId: string): boolean {
    return isFresh(this.rings.get(enterpriseId));
  }

  /** Preloads the keys of the enterprise. Must not run inside a transaction. */
  async warm(enterpriseId: string): Promise<void> {
    if (!this.areWarm(enterpriseId)) await this.load(enterpriseId);
  }

  /** What `byId` would return, if it need not wait. */
  known(enterpriseId: string, keyId: string): DataKey | undefined {
    return this.rings.get(enterpriseId)?.keys.find(({ id }) => id === keyId);
  }

  /** What `active` would return, if it need not wait. */
  current(enterpriseId: string): DataKey | undefined {
    const ring = this.rings.get(enterpriseId);
    return isFresh(ring) ? ring.keys[0] : undefined;
  }

  /** The key that encrypts from now on. */
  async active(enterpriseId: string): Promise<DataKey> {
    const newest = this.current(enterpriseId) ?? (await this.look(enterpriseId))[0];
    if (newest === undefined) throw new Error(`enterprise ${enterpriseId} has no data key`);
    return newest;
  }

  /** @throws UnknownDataKeyError when the enterprise has no key with that id. */
  async byId(enterpriseId: string, keyId: string): Promise<DataKey> {
    const known = this.known(enterpriseId, keyId);
    if (known !== undefined) return known;
    // Another process may have created the key since this one read the others.
    const fresh = (await this.look(enterpriseId)).find(({ id }) => id === keyId);
    if (fresh === undefined) throw new UnknownDataKeyError(enterpriseId, keyId);
    this.expire(enterpriseId);
    return fresh;
  }

  private async look(enterpriseId: string): Promise<readonly DataKey[]> {
    const transaction = openTransaction();
    // Not cached: the transaction may have created the key itself, and may roll back.
    if (transaction !== undefined) return this.read(transaction, enterpriseId);
    return (await this.load(enterpriseId)).keys;
  }

  private load(enterpriseId: string): Promise<Ring> {
    const already = this.loading.get(enterpriseId);
    if (already !== undefined) return already;
    const loading = this.loadOnce(enterpriseId).finally(() => this.loading.delete(enterpriseId));
    this.loading.set(enterpriseId, loading);
    return loading;
  }

  private async loadOnce(enterpriseId: string): Promise<Ring> {
    // The age counts from before the read: a key created meanwhile may be missed.
    const readAt = performance.now();
    const scope = { role: 'app', enterpriseId } as const;
    const keys = await this.transactions.run(scope, (transaction) => this.read(transaction, enterpriseId));
    const ring = { keys, readAt };
    if (keys.length > 0) this.rings.set(enterpriseId, ring);
    return ring;
  }

  private async read(transaction: Transaction, enterpriseId: string): Promise<readonly DataKey[]> {
    // By database time: the ids carry the clocks of the machines that created them.
    const rows = await transaction.query<DataKeyRow>(
      `SELECT key_id, master_key_id, wrapped FROM platform.data_keys WHERE enterprise_id = $1
       ORDER BY created_at DESC, key_id DESC`,
      [enterpriseId],
      'find-data-keys',
    );
    const unwrapped = this.rings.get(enterpriseId)?.keys ?? [];
    return Promise.all(
      rows.map(async ({ key_id: id, master_key_id: masterKeyId, wrapped }) => {
        const known = unwrapped.find((key) => key.id === id);
        const context = dataKeyContext(enterpriseId, id);
        return known ?? { id, key: await this.provider.unwrap({ masterKeyId, wrapped }, context) };
      }),
    );
  }

  /** Keeps the unwrapped keys, and makes the next call read again. */
  private expire(enterpriseId: string): void {
    const ring = this.rings.get(enterpriseId);
    if (ring !== undefined) this.rings.set(enterpriseId, { ...ring, readAt: -Infinity });
  }
}

function isFresh(ring: Ring | undefined): ring is Ring {
  return ring !== undefined && performance.now() - ring.readAt < DATA_KEYS_MAX_AGE_MS;
}
