import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { newId } from '@payments/kernel';
import { Transactions } from '../database/transactions.js';
import { currentTransaction } from '../database/current-transaction.js';
import { KeyProvider } from './key-provider.js';

const DATA_KEY_BYTES = 32;

export interface DataKey {
  readonly id: string;
  readonly key: Buffer;
}

interface DataKeyRow {
  readonly key_id: string;
  readonly master_key_id: string;
  readonly wrapped: Buffer;
}

/** The data keys of each enterprise, unwrapped once per process. The newest one encrypts; all of them decrypt. */
@Injectable()
export class DataKeys {
  private readonly rings = new Map<string, Promise<readonly DataKey[]>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly provider: KeyProvider,
  ) {}

  /** Makes the first, or a further, data key of the enterprise, in the unit of work at hand. */
  async create(enterpriseId: string): Promise<void> {
    const id = newId();
    const { masterKeyId, wrapped } = await this.provider.wrap(randomBytes(DATA_KEY_BYTES), context(enterpriseId, id));
    await currentTransaction().query(
      `INSERT INTO platform.data_keys (enterprise_id, key_id, master_key_id, wrapped) VALUES ($1, $2, $3, $4)`,
      [enterpriseId, id, masterKeyId, wrapped],
    );
    this.rings.delete(enterpriseId);
  }

  /** Reads the keys of the enterprise ahead of their use. */
  async warm(enterpriseId: string): Promise<void> {
    if (!this.rings.has(enterpriseId)) await this.ring(enterpriseId);
  }

  /** The key that encrypts from now on. */
  async active(enterpriseId: string): Promise<DataKey> {
    const [newest] = await this.ring(enterpriseId);
    if (newest === undefined) throw new Error(`enterprise ${enterpriseId} has no data key`);
    return newest;
  }

  /** @throws Error when the enterprise has no key of that id. */
  async byId(enterpriseId: string, keyId: string): Promise<DataKey> {
    const known = await this.find(enterpriseId, keyId);
    if (known !== undefined) return known;
    // Another process may have made the key after this one cached the ring.
    this.rings.delete(enterpriseId);
    const fresh = await this.find(enterpriseId, keyId);
    if (fresh === undefined) throw new Error(`data key ${keyId} of enterprise ${enterpriseId} does not exist`);
    return fresh;
  }

  private async find(enterpriseId: string, keyId: string): Promise<DataKey | undefined> {
    return (await this.ring(enterpriseId)).find(({ id }) => id === keyId);
  }

  private ring(enterpriseId: string): Promise<readonly DataKey[]> {
    const cached = this.rings.get(enterpriseId);
    if (cached !== undefined) return cached;
    const loading = this.load(enterpriseId);
    this.rings.set(enterpriseId, loading);
    const forget = () => this.rings.delete(enterpriseId);
    loading.then((keys) => (keys.length === 0 ? forget() : undefined), forget);
    return loading;
  }

  // A transaction of its own: the ring outlives the caller's, which may yet roll back.
  private async load(enterpriseId: string): Promise<readonly DataKey[]> {
    const rows = await this.transactions.run({ role: 'app', enterpriseId }, (transaction) =>
      transaction.query<DataKeyRow>(
        `SELECT key_id, master_key_id, wrapped FROM platform.data_keys WHERE enterprise_id = $1 ORDER BY key_id DESC`,
        [enterpriseId],
      ),
    );
    return Promise.all(
      rows.map(async ({ key_id: id, master_key_id: masterKeyId, wrapped }) => ({
        id,
        key: await this.provider.unwrap({ masterKeyId, wrapped }, context(enterpriseId, id)),
      })),
    );
  }
}

function context(enterpriseId: string, keyId: string): string {
  return `data-key|${enterpriseId}|${keyId}`;
}
