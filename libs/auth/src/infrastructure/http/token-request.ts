import { httpErrors, oneOf, Optional, RawBody, Required, text, validate } from '@payments/http';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
const MAX_LENGTH = 1_024;

const credential = text({ max: MAX_LENGTH, verbatim: true, blank: true });
const grantType = oneOf(['client_credentials']);

/** Body of `POST /oauth/token`, as JSON or as a form. */
export class TokenRequestDto {
  @Required(credential)
  declare client_id: string;

  @Required(credential)
  declare client_secret: string;

  @Optional(grantType)
  declare grant_type?: string;
}

/** @throws DomainError with the codes of interface.md 4.1; wrong media types and malformed bodies are bad requests too. */
export function readTokenRequest(body: RawBody): TokenRequestDto {
  const isForm = FORM_TYPE.test(body.mediaType) && !body.isEmpty;
  if (isForm && body.isCompressed) throw httpErrors.unsupported_media_type();
  const sent = Object.entries(isForm ? formFields(body.text()) : body.json());
  // Here, unlike elsewhere, an empty string counts as missing.
  return validate(TokenRequestDto, Object.fromEntries(sent.filter(([, value]) => value !== '')));
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
