export interface FieldProblem {
  readonly error_code: string;
  readonly message: string;
  /** Path in the request body, such as `destination.account_reference_id`. */
  readonly field?: string;
}

interface ProblemOptions {
  /** 0: there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly fields?: readonly FieldProblem[];
  readonly details?: Details;
}

type Details = Readonly<Record<string, unknown>>;

/** What went wrong with a request, as the API says it. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly fields: readonly FieldProblem[];
  /** What else the API tells of this error, such as a line of a file. */
  readonly details: Details;

  constructor({ status, code, message, requestId, retryAfterSeconds, fields = [], details = {} }: ProblemOptions) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.fields = fields;
    this.details = details;
  }

  get isUnanswered(): boolean {
    return this.status === 0;
  }
  get isSignedOut(): boolean {
    return this.status === 401;
  }
  get isForbidden(): boolean {
    return this.status === 403;
  }
  get isNotFound(): boolean {
    return this.status === 404;
  }
  get isRetryable(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

interface ErrorBody {
  readonly error_code?: string;
  readonly message?: string;
  readonly details?: (Details & { readonly errors?: readonly FieldProblem[] }) | null;
}

/** The problem of an error response; a body that is none of ours, such as a gateway's, keeps its status. */
export function problemOf(response: Response, body: unknown): Problem {
  const { error_code, message, details } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new Problem({
    status: response.status,
    code: error_code ?? `http_${response.status}`,
    message: message ?? response.statusText,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: Number.isFinite(wait) ? wait : undefined,
    fields: details?.errors ?? [],
    details: details ?? {},
  });
}

export const unanswered = (cause: unknown) =>
  new Problem({ status: 0, code: 'no_answer', message: cause instanceof Error ? cause.message : String(cause) });
