import { TextDecoder } from 'node:util';
import { httpErrors, oneOf, Optional, RawBody, Required, text, validate } from '@payments/http';
import { BASIC_CHALLENGE } from '../../application/issue-token.js';
import { tokenErrors } from '../../domain/auth.errors.js';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const MAX_LENGTH = 1_024;

const credential = text({ max: MAX_LENGTH, verbatim: true, blank: true });
// RFC 6749, 3.3; quotation marks and backslashes, which it leaves out, are in no scope.
const scope = text({
  max: MAX_LENGTH,
  verbatim: true,
  pattern: /^[!-~]+(?: [!-~]+)*$/,
  expected: 'names of scopes, separated by single spaces',
  example: 'read:transfers write:transfers',
});
const BASIC = /^ *Basic(?: |$)/i;
const grantType = oneOf(['client_credentials']);

/** Body of `POST /oauth/token`, as JSON or as a form. */
export class TokenRequestDto {
  @Required(credential)
  declare client_id: string;

  @Required(credential)
  declare client_secret: string;

  @Optional(grantType)
  declare grant_type?: string;

  /** Narrows the token to these scopes. Default: all that the client holds. */
  @Optional(scope)
  declare scope?: string;
}

/** Whether the client authenticates by HTTP Basic. */
export function isBasic(authorization = ''): boolean {
  return BASIC.test(authorization);
}

/**
 * The credentials are in the body, or in the Authorization header by HTTP Basic, but not in both (RFC 6749, 2.3).
 * @throws DomainError with the codes of interface.md 4.1; wrong media types and malformed bodies are bad requests too.
 */
export function readTokenRequest(body: RawBody, authorization?: string): TokenRequestDto {
  const isForm = FORM_TYPE.test(body.mediaType) && !body.isEmpty;
  if (isForm && body.isCompressed) throw httpErrors.unsupported_media_type();
  const sent = isForm ? formFields(body.text()) : body.json();
  if (!isBasic(authorization)) return validated(sent);
  const basic = basicCredentials(authorization!);
  if ((sent['client_id'] ?? basic.client_id) !== basic.client_id) throw tokenErrors.invalid_client_id();
  if ((sent['client_secret'] ?? '') !== '') throw tokenErrors.invalid_client_secret();
  return validated({ ...sent, ...basic });
}

function validated(sent: Readonly<Record<string, unknown>>): TokenRequestDto {
  // Here, unlike elsewhere, an empty string counts as missing.
  return validate(TokenRequestDto, Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== '')));
}

/** Both parts are encoded as in a form (RFC 6749, 2.3.1). @throws unauthorized for what cannot be decoded */
function basicCredentials(authorization: string) {
  try {
    const bytes = Buffer.from(authorization.replace(BASIC, ''), 'base64');
    const [, ...parts] = /^([^:]*):([^]*)$/.exec(new TextDecoder('utf-8', { fatal: true }).decode(bytes))!;
    const [client_id = '', client_secret = ''] = parts.map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
    return { client_id, client_secret };
  } catch {
    throw tokenErrors.unauthorized(BASIC_CHALLENGE);
  }
}

// A repeated field is a list, which no rule accepts.
function formFields(text: string): Record<string, unknown> {
  const form = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
}
