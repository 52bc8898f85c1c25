import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, KeyedMutex, UnitOfWork } from '@payments/kernel';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { currentTransaction, FieldCipher, interval, isLockTimeout, Secrets } from '@payments/persistence';
import type { FieldPlace } from '@payments/persistence';
import { workContext } from '@payments/observability';
import { idempotencyErrors } from './idempotency.errors.js';

const WAIT_MS = 1_000;
const RETRY_AFTER_SECONDS = '1';

export interface KeyedRequest {
  readonly key: string;
  /** Equal for equal requests only. */
  readonly request: Buffer;
}

export interface KeptAnswer {
  readonly status: number;
  /** As it goes to the client. */
  readonly body: string;
}

interface Claim {
  readonly enterpriseId: string;
  readonly keyHash: Buffer;
  readonly requestHash: Buffer;
  /** Of `performance.now()`: until when to wait for a twin. */
  readonly deadline: number;
}

interface Row {
  readonly request_hash: Buffer;
  readonly status: number;
  readonly answer: Buffer;
}

/**
 * Answers to requests with an `Idempotency-Key`: the work is done once, and its answer kept in the same transaction and
 * given again. Work that fails leaves nothing, so its key is free again. Key and request are stored as keyed hashes:
 * whoever makes keys of account numbers, or guesses bodies, must not find them in the database.
 */
@Injectable()
export class IdempotencyStore {
  // Twins wait here and not in the database, where each would hold a connection: a client that sends one request fifty
  // times would leave none for the others.
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError idempotency_key_in_use, idempotency_key_reused, and whatever the work throws */
  async once(
    { key, request }: KeyedRequest,
    work: () => Promise<KeptAnswer>,
  ): Promise<KeptAnswer & { readonly replayed: boolean }> {
    const enterpriseId = workContext.enterpriseId();
    const claim = {
      enterpriseId,
      keyHash: this.secrets.nameOf('idempotency-key', `${enterpriseId}|${key}`),
      requestHash: this.secrets.nameOf('idempotent-request', request),
      deadline: performance.now() + WAIT_MS,
    };
    const release = await this.mutex.acquire(claim.keyHash.toString('base64'), claim.deadline);
    if (release === undefined) throw inUse();
    try {
      return await this.unitOfWork.run(() => this.replayOrWork(claim, work));
    } finally {
      release();
    }
  }

  private async replayOrWork(claim: Claim, work: () => Promise<KeptAnswer>) {
    const kept = await this.claim(claim);
    if (kept === undefined) {
      const answer = await work();
      await this.keep(claim, answer);
      return { ...answer, replayed: false };
    }
    if (!kept.request_hash.equals(claim.requestHash)) throw idempotencyErrors.idempotency_key_reused();
    return { status: kept.status, body: await this.cipher.open(placeOf(claim), kept.answer), replayed: true };
  }

  /** Makes the key ours, or answers the row that has it. Waits for a twin of another process. */
  private async claim({ enterpriseId, keyHash, requestHash, deadline }: Claim): Promise<Row | undefined> {
    // Zero would be no limit at all.
    const waitMs = Math.max(1, Math.ceil(deadline - performance.now()));
    try {
      const [row] = await currentTransaction().query<Row>(
        `SELECT request_hash, status, answer FROM platform.claim_idempotency_key($1, $2, $3, now(),
           now() + ${interval('$4::float8')}, $5)`,
        [enterpriseId, keyHash, requestHash, this.config.idempotencyDays * DAY_MS, waitMs],
        'claim-idempotency-key',
      );
      return row;
    } catch (error) {
      if (isLockTimeout(error)) throw inUse();
      throw error;
    }
  }

  private async keep(claim: Claim, { status, body }: KeptAnswer): Promise<void> {
    await currentTransaction().query(
      `UPDATE platform.idempotency_keys SET status = $3, answer = $4 WHERE enterprise_id = $1 AND key_hash = $2`,
      [claim.enterpriseId, claim.keyHash, status, await this.cipher.seal(placeOf(claim), body)],
      'keep-answer',
    );
  }
}

function placeOf({ enterpriseId, keyHash }: Claim): FieldPlace {
  const rowId = `\\x${keyHash.toString('hex')}`;
  return { enterpriseId, table: 'platform.idempotency_keys', column: 'answer', rowId };
}

function inUse(): Error {
  return idempotencyErrors.idempotency_key_in_use({ headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
}
