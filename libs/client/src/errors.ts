import type { components, ErrorCode } from './openapi.generated.js';

/** One field that broke a rule. */
export interface FieldError {
  readonly field?: string;
  readonly error_code: ErrorCode;
  readonly message: string;
}

/** What more there is to say, by the kind of error: `duplicate_account_details` names the existing account. */
export type ErrorDetails = Partial<components['schemas']['DuplicateAccount']> & {
  /** Every field at fault, in the order of the interface; the first one is the error itself. */
  readonly errors?: readonly FieldError[];
};

/** How an answer came that is no success. */
interface Refused {
  readonly status: number;
  readonly requestId: string;
  readonly retryAfter_s?: number | undefined;
}

interface Refusal {
  readonly error_code: ErrorCode;
  readonly message: string;
  readonly details?: ErrorDetails | null;
}

/**
 * The service refused. What to do is in `error_code`, a closed union that a `switch` narrows.
 *
 * @example
 * try {
 *   await payments.transfers.create(transfer);
 * } catch (error) {
 *   if (!PaymentsError.is(error, 'duplicate_transfer_reference_id')) throw error;
 *   // it was made before; carry on
 * }
 */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError';
  readonly error_code: ErrorCode;
  readonly details: ErrorDetails;
  /** The HTTP status. */
  readonly status: number;
  /** The id under which the service logs the request; say it when you ask for help. */
  readonly requestId: string;
  /** How many seconds from now the service wants the request again at the earliest, where it says so. */
  readonly retryAfter_s: number | undefined;

  constructor(refusal: Refusal, { status, requestId, retryAfter_s }: Refused) {
    super(`${refusal.error_code}: ${refusal.message}`);
    this.status = status;
    this.requestId = requestId;
    this.retryAfter_s = retryAfter_s;
    this.error_code = refusal.error_code;
    this.details = refusal.details ?? {};
  }

  /** Whether an error is of this service, with one of the codes where some are given. */
  static is<Code extends ErrorCode>(
    error: unknown,
    ...codes: readonly Code[]
  ): error is PaymentsError & { readonly error_code: Code } {
    if (!(error instanceof PaymentsError)) return false;
    return codes.length === 0 || (codes as readonly ErrorCode[]).includes(error.error_code);
  }
}

/**
 * No answer of the service came: the connection was cut, it took longer than `timeout_ms`, or something between answered
 * instead. Whether the request was done is unknown; a creation may be sent again with the same idempotency key.
 */
export class PaymentsConnectionError extends Error {
  override readonly name = 'PaymentsConnectionError';
  /** As with a `PaymentsError`, where what stood between says so. */
  readonly retryAfter_s: number | undefined;

  constructor(
    message: string,
    /** What stood between said this, if it spoke at all. */
    readonly status: number | undefined,
    { retryAfter_s, ...options }: { readonly cause?: unknown; readonly retryAfter_s?: number | undefined } = {},
  ) {
    super(message, options);
    this.retryAfter_s = retryAfter_s;
  }
}

/** A webhook whose signature is absent, wrong or too old: it is not to be believed. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Reads the body of an error; `undefined` when it is none of the service's. */
export function readRefusal(text: string): Refusal | undefined {
  try {
    const body = JSON.parse(text) as Partial<Refusal> | null;
    return typeof body?.error_code === 'string' && typeof body.message === 'string' ? (body as Refusal) : undefined;
  } catch {
    return undefined;
  }
}
