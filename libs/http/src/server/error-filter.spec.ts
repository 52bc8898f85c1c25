import { BadRequestException, HttpException, NotFoundException, ServiceUnavailableException } from '@nestjs/common';
import { DomainError } from '@payments/kernel';
import type { ErrorKind } from '@payments/kernel';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Log } from '@payments/observability';
import { bodyOf, ErrorFilter } from './error-filter.js';

interface SentResponse {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

/** Runs the filter, and returns its response and log lines. */
function responseTo(thrown: unknown, url = '/deliver/transfers') {
  const lines: string[] = [];
  const filter = new ErrorFilter(new Log('test', 'info', { write: (line: string) => void lines.push(line) }));
  const response: SentResponse = { status: 0, headers: {}, body: undefined };
  const reply = {
    sent: false,
    status: (status: number) => Object.assign(reply, void (response.status = status)),
    headers: (headers: Record<string, string>) => Object.assign(reply, void Object.assign(response.headers, headers)),
    type: (type: string) => Object.assign(reply, void (response.headers['Content-Type'] = type)),
    send: (body: unknown) => Object.assign(reply, void (response.body = body)),
  };
  const request = {
    raw: { readableAborted: false },
    routeOptions: { url },
    errorCode: undefined as string | undefined,
  };
  filter.respond(thrown, request as unknown as FastifyRequest, reply as unknown as FastifyReply);
  return { ...response, logged: lines.join(''), errorCode: request.errorCode };
}

const domain = (kind: ErrorKind) => new DomainError('some_code', kind, { message: 'Some text' });
const coded = (code: string, message = 'secret text') => Object.assign(new Error(message), { code });
const code = (response: { body: unknown }) => (response.body as { error_code: string }).error_code;

describe(ErrorFilter.name, () => {
  it.each<[ErrorKind, number]>([
    ['invalid', 400],
    ['unauthenticated', 401],
    ['forbidden', 403],
    ['not_found', 404],
    ['method_not_allowed', 405],
    ['conflict', 409],
    ['too_large', 413],
    ['unsupported_media_type', 415],
    ['unprocessable', 422],
    ['rate_limited', 429],
    ['internal', 500],
    ['unavailable', 503],
  ])('maps an error of the kind %s to %i, its code and its message', (kind, status) => {
    const response = responseTo(domain(kind));
    expect(response.status).toBe(status);
    expect(response.body).toEqual({ error_code: 'some_code', message: 'Some text', details: null });
    expect(response.headers['Content-Type']).toBe('application/json; charset=utf-8');
    expect(response.errorCode).toBe('some_code');
    expect(response.logged).toBe('');
  });

  it('lists field errors in the details', () => {
    const errors = [{ field: 'a', error_code: 'missing_a', message: 'a is required' }] as const;
    expect(bodyOf(DomainError.ofFields(errors))).toEqual({
      error_code: 'missing_a',
      message: 'a is required',
      details: { errors },
    });
  });

  it('sends custom details instead of field errors', () => {
    const error = new DomainError('duplicate', 'invalid', { message: 'm', details: { id: '1' } });
    expect(bodyOf(error)).toEqual({ error_code: 'duplicate', message: 'm', details: { id: '1' } });
  });

  it('sends the headers that an error brings', () => {
    const error = new DomainError('c', 'rate_limited', { message: 'm', headers: { 'Retry-After': '7' } });
    expect(responseTo(error).headers).toMatchObject({ 'Retry-After': '7' });
  });

  it('sends Retry-After when the service is unavailable', () => {
    expect(responseTo(domain('unavailable')).headers['Retry-After']).toBe('1');
    expect(responseTo(domain('invalid')).headers['Retry-After']).toBeUndefined();
  });

  it.each<[string, number, string]>([
    ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'payload_too_large'],
    ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, 'bad_request'],
    ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'unsupported_media_type'],
    ['FST_ERR_BAD_URL', 404, 'not_found'],
    ['FST_ERR_MAX_PARAM_LENGTH', 404, 'not_found'],
  ])("maps the framework's %s to %i %s", (framework, status, expected) => {
    const response = responseTo(coded(framework));
    expect([response.status, code(response)]).toEqual([status, expected]);
    expect(JSON.stringify(response.body)).not.toContain('secret');
  });

  it.each<[HttpException, number, string]>([
    [new NotFoundException('secret'), 404, 'not_found'],
    [new BadRequestException('secret'), 400, 'bad_request'],
    [new HttpException('secret', 413), 413, 'payload_too_large'],
    [new HttpException('secret', 415), 415, 'unsupported_media_type'],
  ])("maps Nest's %s to the error format of the service", (exception, status, expected) => {
    const response = responseTo(exception);
    expect([response.status, code(response)]).toEqual([status, expected]);
    expect(JSON.stringify(response.body)).not.toContain('secret');
  });

  it.each([413, 415])('returns 400 on the token operation instead of %i', (status) => {
    const thrown = domain(status === 413 ? 'too_large' : 'unsupported_media_type');
    expect(responseTo(thrown, '/oauth/token').status).toBe(400);
    expect(responseTo(thrown, '/oauth/token/').status).toBe(status);
    expect(responseTo(domain('forbidden'), '/oauth/token').status).toBe(403);
  });

  it.each(['08006', '53300', '57P01', '57014', '55P03', '25P03', 'ECONNREFUSED', 'ECONNRESET'])(
    'returns 503 without internals and logs it when the database fails with %s',
    (state) => {
      const response = responseTo(coded(state));
      expect([response.status, code(response)]).toEqual([503, 'service_unavailable']);
      expect(response.headers['Retry-After']).toBe('1');
      expect(JSON.stringify(response.body)).not.toContain('secret');
      expect(response.logged).toContain('service_unavailable');
    },
  );

  it.each<[string, unknown]>([
    ['an error of an unknown kind', new Error('secret text')],
    ['a violated constraint', coded('23514')],
    ['an unexpected exception of Nest', new ServiceUnavailableException('secret')],
    ['text', 'secret text'],
    ['nothing', undefined],
    ['null', null],
    ['an object', { message: 'secret text' }],
  ])('returns a bare 500 for %s, and logs it', (_, thrown) => {
    const response = responseTo(thrown);
    expect(response.status).toBe(500);
    expect(code(response)).toBe('internal_server_error');
    expect(JSON.stringify(response.body)).not.toContain('secret');
    expect(response.logged).toContain('unexpected_error');
  });
});
