import { DomainError } from '@payments/kernel';
import { RawBody } from '@payments/http';
import { readTokenRequest } from './token-request.js';

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const raw = (text: string | Buffer, headers: Record<string, string>) => new RawBody(headers, Buffer.from(text));

/** The outcome of a body: the parsed fields, or the error codes. */
function read(type: string, text: string | Buffer, headers: Record<string, string> = {}): unknown {
  try {
    return { ...readTokenRequest(raw(text, { 'content-type': type, ...headers })) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.fieldErrors.length > 0 ? error.fieldErrors.map(({ error_code }) => error_code) : error.code;
  }
}
const json = (body: unknown) => read(JSON_TYPE, typeof body === 'string' ? body : JSON.stringify(body));
const form = (text: string | Buffer) => read(FORM, text);

const fine = { client_id: 'c', client_secret: 's' };

describe('the body of the token operation as JSON', () => {
  it.each<[string, unknown, unknown]>([
    ['both credentials', fine, fine],
    [
      'the supported grant',
      { ...fine, grant_type: 'client_credentials' },
      { ...fine, grant_type: 'client_credentials' },
    ],
    ['a grant of null', { ...fine, grant_type: null }, fine],
    ['unknown fields', { ...fine, audience: 'y' }, fine],
    ['a scope', { ...fine, scope: 'a:b c' }, { ...fine, scope: 'a:b c' }],
    ['an empty scope', { ...fine, scope: '' }, fine],
    [
      'credentials with surrounding spaces, kept as sent',
      { client_id: ' c ', client_secret: 's' },
      { client_id: ' c ', client_secret: 's' },
    ],
    [
      '1 024 characters',
      { client_id: 'c'.repeat(1_024), client_secret: 's' },
      { client_id: 'c'.repeat(1_024), client_secret: 's' },
    ],
    ['nothing', {}, ['missing_client_id', 'missing_client_secret']],
    ['no client_id', { client_secret: 's' }, ['missing_client_id']],
    ['no client_secret', { client_id: 'c' }, ['missing_client_secret']],
    ['null for client_id', { ...fine, client_id: null }, ['missing_client_id']],
    ['an empty client_id', { ...fine, client_id: '' }, ['missing_client_id']],
    ['an empty client_secret', { ...fine, client_secret: '' }, ['missing_client_secret']],
    ['an empty grant_type', { ...fine, grant_type: '' }, fine],
    ['a number for client_id', { ...fine, client_id: 1 }, ['invalid_client_id']],
    ['a list for client_secret', { ...fine, client_secret: ['s'] }, ['invalid_client_secret']],
    ['an object for client_id', { ...fine, client_id: {} }, ['invalid_client_id']],
    ['false for both', { client_id: false, client_secret: false }, ['invalid_client_id', 'invalid_client_secret']],
    ['1 025 characters', { ...fine, client_id: 'c'.repeat(1_025) }, ['invalid_client_id']],
    ['a NUL in client_id', { ...fine, client_id: 'a\u0000b' }, ['invalid_client_id']],
    ['a NUL in client_secret', { ...fine, client_secret: 'a\u0000b' }, ['invalid_client_secret']],
    ['another grant', { ...fine, grant_type: 'password' }, ['invalid_grant_type']],
    ['a grant in capitals', { ...fine, grant_type: 'CLIENT_CREDENTIALS' }, ['invalid_grant_type']],
    [
      'only wrong fields, in field order',
      { client_secret: 1, grant_type: 2 },
      ['missing_client_id', 'invalid_client_secret', 'invalid_grant_type'],
    ],
    ['a broken document', '{"client_id":', 'invalid_json'],
    ['a duplicate key', '{"client_id":"a","client_id":"b","client_secret":"s"}', 'invalid_json'],
    ['a list', [], 'invalid_body'],
  ])('with %s', (_, body, expected) => {
    expect(json(body)).toEqual(expected);
  });

  it('names the required field in the message', () => {
    const read = () => readTokenRequest(raw('{}', { 'content-type': JSON_TYPE }));
    expect(read).toThrow(expect.objectContaining({ message: 'client_id is required' }));
  });
});

describe('the body of the token operation as a form', () => {
  it.each<[string, string, unknown]>([
    ['both credentials', 'client_id=c&client_secret=s', fine],
    [
      'the supported grant',
      'client_id=c&client_secret=s&grant_type=client_credentials',
      { ...fine, grant_type: 'client_credentials' },
    ],
    ['escapes', 'client_id=%63&client_secret=a%2Bb+c', { client_id: 'c', client_secret: 'a+b c' }],
    ['unknown fields', 'client_id=c&client_secret=s&audience=x&audience=y', fine],
    ['scope twice', 'client_id=c&client_secret=s&scope=x&scope=y', ['invalid_scope']],
    ['no client_secret', 'client_id=c', ['missing_client_secret']],
    ['an empty client_id', 'client_id=&client_secret=s', ['missing_client_id']],
    ['an empty grant_type', 'client_id=c&client_secret=s&grant_type=', fine],
    ['client_id twice', 'client_id=c&client_id=d&client_secret=s', ['invalid_client_id']],
    ['the same client_id twice', 'client_id=c&client_id=c&client_secret=s', ['invalid_client_id']],
    ['client_secret twice', 'client_id=c&client_secret=s&client_secret=s', ['invalid_client_secret']],
    [
      'grant_type twice',
      'client_id=c&client_secret=s&grant_type=client_credentials&grant_type=client_credentials',
      ['invalid_grant_type'],
    ],
    ['another grant', 'client_id=c&client_secret=s&grant_type=password', ['invalid_grant_type']],
    ['a NUL in client_id', 'client_id=a%00b&client_secret=s', ['invalid_client_id']],
    ['the name of an inherited field', '__proto__=x&constructor=y&client_id=c&client_secret=s', fine],
    ['JSON instead of a form', '{"client_id":"c","client_secret":"s"}', ['missing_client_id', 'missing_client_secret']],
    ['only separators', '&&==&', ['missing_client_id', 'missing_client_secret']],
  ])('with %s', (_, text, expected) => {
    expect(form(text)).toEqual(expected);
  });

  it('is rejected when it is not UTF-8', () => {
    expect(form(Buffer.from('client_id=\xff', 'latin1'))).toBe('invalid_json');
  });

  it('can name a charset', () => {
    expect(read(`${FORM}; charset=utf-8`, 'client_id=c&client_secret=s')).toEqual(fine);
  });

  it('is rejected when it is compressed', () => {
    expect(read(FORM, 'client_id=c&client_secret=s', { 'content-encoding': 'gzip' })).toBe('unsupported_media_type');
  });
});

describe('the body of the token operation in general', () => {
  it('lists both missing fields when it is empty, whatever the type', () => {
    for (const type of [JSON_TYPE, FORM, 'text/plain', '']) {
      expect(read(type, '')).toEqual(['missing_client_id', 'missing_client_secret']);
    }
  });

  it('is rejected in any other media type', () => {
    for (const type of ['text/plain', `${FORM}x`, 'multipart/form-data']) {
      expect(read(type, 'client_id=c&client_secret=s')).toBe('unsupported_media_type');
    }
  });
});
