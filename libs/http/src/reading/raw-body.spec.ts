import { gzipSync } from 'node:zlib';
import { DomainError, InexactNumber } from '@payments/kernel';
import { MAX_BODY_BYTES, RawBody } from './raw-body.js';

const JSON_HEADERS = { 'content-type': 'application/json' };
const body = (bytes: string | Buffer, headers: Record<string, string> = JSON_HEADERS) =>
  new RawBody(headers, Buffer.from(bytes));
const ofType = (type: string | undefined, bytes = '{}') =>
  body(bytes, type === undefined ? {} : { 'content-type': type });

function refusal(read: () => unknown): string {
  try {
    read();
    return 'accepted';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

const jsonRefusal = (raw: RawBody) => refusal(() => raw.json());

describe(`${RawBody.name} as JSON`, () => {
  it('is the object that was sent', () => {
    expect(body('{"a":[1,"ü"]}').json()).toEqual({ a: [1, 'ü'] });
  });

  it('counts as {} when nothing was sent, whatever the headers say', () => {
    expect(body('', {}).json()).toEqual({});
    expect(body('', { 'content-type': 'text/plain' }).json()).toEqual({});
    expect(body('', { 'content-type': 'application/json', 'content-encoding': 'gzip' }).json()).toEqual({});
  });

  it.each([
    ['application/json'],
    ['Application/JSON'],
    ['application/json;charset=utf-8'],
    ['application/json; charset=UTF-8'],
    ['application/json; charset="utf-8"'],
    ['application/json ; charset=utf-8'],
    ['application/json; odata=verbose; charset=utf-8'],
    ['application/json; charset=utf-8; odata=verbose'],
    ['application/json; boundary=x'],
  ])('is taken as %s', (type) => {
    expect(jsonRefusal(ofType(type))).toBe('accepted');
  });

  it.each([
    [undefined],
    [''],
    ['text/plain'],
    ['text/json'],
    ['application/jsonp'],
    ['application/json-patch+json'],
    ['application/vnd.api+json'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=application/json'],
    ['application/json; charset=iso-8859-1'],
    ['application/json; charset=utf-16'],
    ['application/json; charset=utf-8859'],
    ['application/json; charset="latin1"'],
    ['application/json; odata=verbose; charset=utf-16'],
  ])('is refused as unsupported when its type is %s', (type) => {
    expect(jsonRefusal(ofType(type))).toBe('unsupported_media_type');
  });

  it.each(['gzip', 'GZIP', 'deflate', 'br', 'gzip, identity', 'x-unknown'])(
    'is refused when encoded as %s',
    (encoding) => {
      const raw = body(gzipSync('{}'), { ...JSON_HEADERS, 'content-encoding': encoding });
      expect(raw.isCompressed).toBe(true);
      expect(jsonRefusal(raw)).toBe('unsupported_media_type');
    },
  );

  it('is accepted with the encoding identity', () => {
    expect(jsonRefusal(body('{}', { ...JSON_HEADERS, 'content-encoding': 'identity' }))).toBe('accepted');
    expect(jsonRefusal(body('{}', { ...JSON_HEADERS, 'content-encoding': ' Identity ' }))).toBe('accepted');
  });

  it('checks the media type before it parses the body', () => {
    expect(jsonRefusal(ofType('text/plain', '{"a":'))).toBe('unsupported_media_type');
  });

  it.each<[string, Buffer]>([
    ['a byte-order mark', Buffer.from('\ufeff{}')],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le')],
    ['a byte that no UTF-8 has', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a character cut in half', Buffer.from([0x22, 0xe2, 0x82, 0x22])],
    ['an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate as UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['a code point beyond Unicode', Buffer.from([0x22, 0xf4, 0x90, 0x80, 0x80, 0x22])],
    ['Latin-1', Buffer.from('{"a":"ü"}', 'latin1')],
    ['blanks alone', Buffer.from('  ')],
    ['a duplicate key', Buffer.from('{"a":1,"a":1}')],
    ['a document cut short', Buffer.from('{"a":1')],
    ['17 levels', Buffer.from('['.repeat(17) + ']'.repeat(17))],
    ['501 keys', Buffer.from(`{${Array.from({ length: 501 }, (_, i) => `"${i}":0`).join(',')}}`)],
  ])('is invalid JSON with %s', (_, bytes) => {
    expect(jsonRefusal(body(bytes))).toBe('invalid_json');
  });

  it.each(['[]', '"text"', '1', '1.5', 'true', 'null', '[{}]'])('must be an object, which %s is not', (text) => {
    expect(jsonRefusal(body(text))).toBe('invalid_body');
  });

  it('keeps the mark on numbers that are not plain integers', () => {
    expect(body('{"amount":100.0}').json()['amount']).toBeInstanceOf(InexactNumber);
  });

  it('reads valid bodies after it refused bytes that are not UTF-8', () => {
    expect(jsonRefusal(body(Buffer.from([0x22, 0xe2])))).toBe('invalid_json');
    expect(body('{"a":"€"}').json()).toEqual({ a: '€' });
  });

  it('returns an error without any of the content', () => {
    const sent = body('{"ssn":"123-45-6789",}');
    expect(() => sent.json()).toThrow(
      expect.objectContaining({ message: expect.not.stringMatching(/123|ssn/) as string }),
    );
  });

  it('may be 64 KiB long', () => {
    expect(MAX_BODY_BYTES).toBe(65_536);
  });
});

describe(`${RawBody.name} as text`, () => {
  it('is the text that was sent, byte for byte', () => {
    expect(body('a=ü&b=%00').text()).toBe('a=ü&b=%00');
  });

  it('is refused with a byte-order mark and when it is not UTF-8', () => {
    expect(refusal(() => body('\ufeffa=1').text())).toBe('invalid_json');
    expect(refusal(() => body(Buffer.from([0x61, 0xff])).text())).toBe('invalid_json');
  });
});
