/**
 * What sort of rule was broken. One filter turns it into an HTTP status; nothing else knows statuses.
 * `invalid` 400 · `unauthenticated` 401 · `forbidden` 403 · `not_found` 404 · `method_not_allowed` 405 ·
 * `conflict` 409 · `too_large` 413 · `unsupported_media_type` 415 · `unprocessable` 422 · `rate_limited` 429 ·
 * `internal` 500 · `unavailable` 503
 */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'unsupported_media_type'
  | 'unprocessable'
  | 'rate_limited'
  | 'internal'
  | 'unavailable';

/** One field's error, as listed in `details.errors` of a response. */
export interface FieldError {
  readonly field: string;
  readonly error_code: string;
  readonly message: string;
}

export interface ErrorExtras {
  /** The body's `details`, when it is not a list of field errors. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Further fields of the body, next to `details`. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Response headers, e.g. `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the catalog's message, where it depends on the situation. */
  readonly message?: string;
  readonly cause?: unknown;
}

/** A broken rule with its code from a catalog. */
export class DomainError extends Error {
  readonly fieldErrors: readonly FieldError[];

  constructor(
    readonly code: string,
    readonly kind: ErrorKind,
    readonly extras: ErrorExtras & { message: string; fieldErrors?: readonly FieldError[] },
  ) {
    super(extras.message, { cause: extras.cause });
    this.name = 'DomainError';
    this.fieldErrors = extras.fieldErrors ?? [];
  }

  /** Several broken field rules as one error: the first one's code and message lead, all are listed. */
  static ofFields(errors: readonly [FieldError, ...FieldError[]]): DomainError {
    const [first] = errors;
    return new DomainError(first.error_code, 'invalid', { message: first.message, fieldErrors: errors });
  }
}

export interface ErrorDefinition {
  readonly kind: ErrorKind;
  readonly message: string;
  /** The request field the rule is about; the error is then listed in `details.errors` under it. */
  readonly field?: string;
}

export type ErrorTable<Code extends string> = {
  readonly [C in Code]: (extras?: ErrorExtras) => DomainError;
} & { readonly definitions: Readonly<Record<Code, ErrorDefinition>> };

/**
 * Declares the errors of one aggregate as data and gives one factory per code:
 * `throw transferErrors.transfer_not_cancelable()`. A code that is not in the table does not compile.
 */
export function defineErrors<const Code extends string>(
  definitions: Readonly<Record<Code, ErrorDefinition>>,
): ErrorTable<Code> {
  const factories = Object.fromEntries(
    (Object.entries(definitions) as [Code, ErrorDefinition][]).map(([code, definition]) => [
      code,
      (extras: ErrorExtras = {}) => build(code, definition, extras),
    ]),
  );
  return Object.assign(factories, { definitions }) as ErrorTable<Code>;
}

function build(code: string, definition: ErrorDefinition, extras: ErrorExtras): DomainError {
  const message = extras.message ?? definition.message;
  const fieldErrors = definition.field === undefined ? [] : [{ field: definition.field, error_code: code, message }];
  return new DomainError(code, definition.kind, { ...extras, message, fieldErrors });
}
