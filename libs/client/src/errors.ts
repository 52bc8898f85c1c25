import type { components, ErrorCode } from './openapi.generated.js';

/** One field that broke a rule. */
export interface FieldError {
  readonly field?: string;
  readonly error_code: ErrorCode;
  readonly message: string;
}

/** Further details by kind of error: `duplicate_account_details` names the existing account. */
export type ErrorDetails = Partial<components['schemas']['DuplicateAccount']> & {
  /** Every invalid field, in the order of the interface; the first one is the error itself. */
  readonly errors?: readonly FieldError[];
};

/** Metadata of an error response. */
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
 * The service returned an error. Handle it by `error_code`, a closed union that a `switch` narrows.
 *
 * @example
 * try {
 *   await payments.transfers.create(transfer);
 * } catch (error) {
 *   if (!PaymentsError.is(error, 'duplicate_transfer_reference_id')) throw error;
 *   // it already exists; continue
 * }
 */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError';
  readonly error_code: ErrorCode;
  readonly details: ErrorDetails;
  /** The HTTP status. */
  readonly status: number;
  /** The id under which the service logs the request; include it in support requests. */
  readonly requestId: string;
  /** Seconds to wait before a retry, if the service states it. */
  readonly retryAfter_s: number | undefined;

  constructor(refusal: Refusal, { status, requestId, retryAfter_s }: Refused) {
    super(`${refusal.error_code}: ${refusal.message}`);
    this.status = status;
    this.requestId = requestId;
    this.retryAfter_s = retryAfter_s;
    this.error_code = refusal.error_code;
    this.details = refusal.details ?? {};
  }

  /** Whether an error is from this service and, if codes are given, has one of them. */
  static is<Code extends ErrorCode>(
    error: unknown,
    ...codes: readonly Code[]
  ): error is PaymentsError & { readonly error_code: Code } {
    if (!(error instanceof PaymentsError)) return false;
    return codes.length === 0 || (codes as readonly ErrorCode[]).includes(error.error_code);
  }
}

/**
 * No response from the service: the connection was cut, it took longer than `timeout_ms`, or an intermediary responded
 * instead. Whether the request took effect is unknown; a creation may be retried with the same idempotency key.
 */
export class PaymentsConnectionError extends Error {
  override readonly name = 'PaymentsConnectionError';
  /** As in a `PaymentsError`, if the intermediary sent it. */
  readonly retryAfter_s: number | undefined;

  constructor(
    message: string,
    /** The status from the intermediary, if it responded. */
    readonly status: number | undefined,
    { retryAfter_s, ...options }: { readonly cause?: unknown; readonly retryAfter_s?: number | undefined } = {},
  ) {
    super(message, options);
    this.retryAfter_s = retryAfter_s;
  }
}

/** The signature of a webhook is absent, wrong or too old: do not trust it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** Reads the body of an error; `undefined` when it is not from the service. */
export function readRefusal(text: string): Refusal | undefined {
  try {
    const body = JSON.parse(text) as Partial<Refusal> | null;
    return typeof body?.error_code === 'string' && typeof body.message === 'string' ? (body as Refusal) : undefined;
  } catch {
    return undefined;
  }
}
