import { Inject, Injectable } from '@nestjs/common';
import { DAY_MS, DomainError, KeyedMutex, UnitOfWork } from '@payments/kernel';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import {
  currentTransaction,
  FieldCipher,
  interval,
  isLockTimeout,
  Secrets,
  violatedUnique,
} from '@payments/persistence';
import type { FieldPlace, Write } from '@payments/persistence';
import { workContext } from '@payments/observability';
import { idempotencyErrors } from './idempotency.errors.js';

const WAIT_MS = 1_000;
const RETRY_AFTER_SECONDS = '1';

export interface KeyedRequest {
  readonly key: string;
  /** Equal only for identical requests. */
  readonly request: Buffer;
}

export interface StoredResponse {
  readonly status: number;
  /** As sent to the client. */
  readonly body: string;
}

interface Claim {
  readonly enterpriseId: string;
  readonly keyHash: Buffer;
  readonly requestHash: Buffer;
  /** By `performance.now()`: how long to wait for a duplicate in progress. */
  readonly deadline: number;
}

interface Row {
  readonly request_hash: Buffer;
  readonly status: number;
  readonly answer: Buffer;
}

/** A response is already stored under this key. */
class KeyTakenError extends Error {}

/**
 * Stores the responses to requests with an `Idempotency-Key`: the work runs once, its response is stored in the same
 * transaction and replayed. Work that fails stores nothing, so its key is free again. Key and request are stored as
 * keyed hashes: a key may be derived from an account number, and a body may be guessed from a plain hash.
 */
@Injectable()
export class IdempotencyStore {
  // Duplicates wait here and not in the database, where each would hold a connection: a client that sends one request
  // fifty times would leave none for the others.
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly cipher: FieldCipher,
    private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws DomainError idempotency_key_in_use, idempotency_key_reused, and the errors of the work */
  async runIdempotently(
    { key, request }: KeyedRequest,
    work: () => Promise<StoredResponse>,
  ): Promise<StoredResponse & { readonly replayed: boolean }> {
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
      return { ...(await this.unitOfWork.run(() => this.workAndStore(claim, work))), replayed: false };
    } catch (error) {
      return await this.replayOr(error, claim);
    } finally {
      release();
    }
  }

  /**
   * Work that only defers its writes is known before anything is sent, so that its response is stored as the key is
   * claimed. Other work claims the key with its first statement and stores the response with its last.
   */
  private async workAndStore(claim: Claim, work: () => Promise<StoredResponse>): Promise<StoredResponse> {
    const transaction = currentTransaction();
    let stored: readonly unknown[] = [null, null];
    let isClaimed = false;
    transaction.openWith(() => {
      isClaimed = true;
      return [this.claim(claim, stored)];
    });
    const response = await work();
    stored = [response.status, await this.cipher.seal(placeOf(claim), response.body)];
    if (isClaimed) transaction.defer(storeResponse(claim, stored));
    return response;
  }

  private claim({ enterpriseId, keyHash, requestHash, deadline }: Claim, stored: readonly unknown[]): Write {
    // Zero would be no limit at all.
    const waitMs = Math.max(1, Math.ceil(deadline - performance.now()));
    return {
      sql: `SELECT platform.claim_idempotency_key($1, $2, $3, $4, $5, now() + ${interval('$6::float8')}, $7)`,
      values: [enterpriseId, keyHash, requestHash, ...stored, this.config.idempotencyDays * DAY_MS, waitMs],
      name: 'claim-idempotency-key',
      explain: (error) => {
        if (violatedUnique(error) === 'idempotency_keys_pkey') return Promise.resolve(new KeyTakenError());
        return Promise.resolve(isLockTimeout(error) ? inUse() : error);
      },
    };
  }

  // Work may fail before it reaches the database, and so before its key was claimed.
  private async replayOr(error: unknown, claim: Claim): Promise<StoredResponse & { readonly replayed: true }> {
    const isTaken = error instanceof KeyTakenError;
    if (!isTaken && !(error instanceof DomainError)) throw error;
    return this.unitOfWork.read(async () => {
      const [row] = await currentTransaction().query<Row>(
        `SELECT request_hash, status, answer FROM platform.idempotency_keys
         WHERE enterprise_id = $1 AND key_hash = $2 AND expires_at > now()`,
        [claim.enterpriseId, claim.keyHash],
        'find-stored-response',
      );
      if (row === undefined) throw isTaken ? inUse() : error;
      if (!row.request_hash.equals(claim.requestHash)) throw idempotencyErrors.idempotency_key_reused();
      return { status: row.status, body: await this.cipher.open(placeOf(claim), row.answer), replayed: true };
    });
  }
}

function storeResponse({ enterpriseId, keyHash }: Claim, stored: readonly unknown[]): Write {
  return {
    sql: `UPDATE platform.idempotency_keys SET status = $3, answer = $4 WHERE enterprise_id = $1 AND key_hash = $2`,
    values: [enterpriseId, keyHash, ...stored],
    name: 'store-response',
  };
}

function placeOf({ enterpriseId, keyHash }: Claim): FieldPlace {
  const rowId = `\\x${keyHash.toString('hex')}`;
  return { enterpriseId, table: 'platform.idempotency_keys', column: 'answer', rowId };
}

function inUse(): Error {
  return idempotencyErrors.idempotency_key_in_use({ headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
}
