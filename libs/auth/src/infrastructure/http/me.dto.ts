import { isPlainObject, Optional, Required, text } from '@payments/http';
import type { Rule } from '@payments/http';
import type { Preferences } from '../../application/browser/me.js';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../domain/password-rules.js';

const MAX_BYTES = 2_048;
const MAX_TOKEN = 2_048;

/** What the page stores for a user: any object, as long as it is small. */
const preferences: Rule = {
  expected: `an object of at most ${MAX_BYTES} bytes as JSON`,
  schema: { type: 'object', additionalProperties: true, example: { theme: 'dark', time_zone: 'America/New_York' } },
  accepts: (value) => isPlainObject(value) && Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES,
  normalise: (value) => JSON.parse(JSON.stringify(value)) as unknown,
};
const password = text({ max: MAX_PASSWORD_LENGTH, verbatim: true, blank: true, unseen: true });
/** Six digits of an app, or a recovery code. */
const code = text({ min: 6, max: 20, verbatim: true });

export class MeDto {
  @Required(preferences)
  declare preferences: Preferences;
}

export class PasswordDto {
  @Required(password)
  declare current_password: string;

  /** Must not contain the name of the user, nor be one that many people use. */
  @Required(text({ min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH, verbatim: true, unseen: true }))
  declare new_password: string;
}

export class CodeDto {
  /** Six digits of an authenticator app. */
  @Required(code)
  declare code: string;
}

export class MfaDto {
  /** Of the response to the login. */
  @Required(text({ max: MAX_TOKEN, verbatim: true }))
  declare token: string;

  /** Six digits of an authenticator app, or a recovery code. */
  @Required(code)
  declare code: string;
}

export class StepUpDto {
  /** Required of a user without a second factor. */
  @Optional(password)
  declare password?: string;

  /** Required of a user with a second factor: six digits of an authenticator app, or a recovery code. */
  @Optional(code)
  declare code?: string;
}
