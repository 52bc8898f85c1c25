import { Catch, HttpException } from '@nestjs/common';
import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { DomainError } from '@payments/kernel';
import type { ErrorKind } from '@payments/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRetryable, isUnavailable } from '@payments/persistence';
import { Log } from '@payments/observability';
import { httpErrors } from './http-errors.js';

const STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  unsupported_media_type: 415,
  unprocessable: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

const FRAMEWORK_ERRORS: Readonly<Record<string, () => DomainError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => httpErrors.payload_too_large(),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => httpErrors.bad_request(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => httpErrors.unsupported_media_type(),
  FST_ERR_BAD_URL: () => httpErrors.not_found(),
  FST_ERR_MAX_PARAM_LENGTH: () => httpErrors.not_found(),
};

/** Operations whose contract has no 413 and 415: they return 400 instead. */
const PLAIN_BAD_REQUEST = new Set(['/oauth/token']);
const RETRY_AFTER_SECONDS = '1';

/** The one place that maps an error to a response. Unknown errors are logged and returned as a bare 500. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly log: Log) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.respond(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  respond(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    // A client that disconnects while sending gets no response; that is not a server error.
    const error = request.raw.readableAborted ? httpErrors.bad_request() : this.toDomainError(thrown);
    let status = STATUS[error.kind];
    if ((status === 413 || status === 415) && PLAIN_BAD_REQUEST.has(request.routeOptions.url ?? '')) status = 400;
    if (reply.sent) return;
    request.errorCode = error.code;
    const headers = { ...error.extras.headers, ...(status === 503 && { 'Retry-After': RETRY_AFTER_SECONDS }) };
    void reply.status(status).headers(headers).type('application/json; charset=utf-8').send(bodyOf(error));
  }

  private toDomainError(thrown: unknown): DomainError {
    if (thrown instanceof DomainError) return thrown;
    const framework = FRAMEWORK_ERRORS[(thrown as { code?: string } | null)?.code ?? ''];
    if (framework !== undefined) return framework();
    if (isRefusal(thrown)) return fromStatus(thrown instanceof HttpException ? thrown.getStatus() : thrown.statusCode);
    // Work that lost every retry to a conflict may succeed later.
    if (isUnavailable(thrown) || isRetryable(thrown)) {
      this.log.error('service_unavailable', { error: thrown });
      return httpErrors.service_unavailable();
    }
    return this.unknown(thrown);
  }

  private unknown(thrown: unknown): DomainError {
    this.log.error('unexpected_error', { error: thrown });
    return httpErrors.internal_server_error();
  }
}

/** The error body of interface.md 2.2: code, message, and every field error. */
export function bodyOf(error: DomainError): Record<string, unknown> {
  const { fieldErrors, extras } = error;
  const details = extras.details ?? (fieldErrors.length > 0 ? { errors: fieldErrors } : null);
  return { error_code: error.code, message: error.message, details, ...extras.body };
}

type Refusal = HttpException | (Error & { readonly statusCode: number });

// Errors from Nest for unknown routes, and from the framework and its plug-ins for requests that they refuse.
function isRefusal(thrown: unknown): thrown is Refusal {
  if (!(thrown instanceof Error)) return false;
  const status = thrown instanceof HttpException ? thrown.getStatus() : (thrown as { statusCode?: unknown }).statusCode;
  return typeof status === 'number' && status >= 400 && status < 500;
}

function fromStatus(status: number): DomainError {
  switch (status) {
    case 403:
    case 404:
      return httpErrors.not_found();
    case 413:
      return httpErrors.payload_too_large();
    case 415:
      return httpErrors.unsupported_media_type();
    default:
      return httpErrors.bad_request();
  }
}
