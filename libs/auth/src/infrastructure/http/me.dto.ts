import { isPlainObject, Required } from '@payments/http';
import type { Rule } from '@payments/http';
import type { Preferences } from '../../application/browser/me.js';

const MAX_BYTES = 2_048;

/** What the page stores for a user: any object, as long as it is small. */
const preferences: Rule = {
  expected: `an object of at most ${MAX_BYTES} bytes as JSON`,
  schema: { type: 'object', additionalProperties: true, example: { theme: 'dark', time_zone: 'America/New_York' } },
  accepts: (value) => isPlainObject(value) && Buffer.byteLength(JSON.stringify(value)) <= MAX_BYTES,
  normalise: (value) => JSON.parse(JSON.stringify(value)) as unknown,
};

export class MeDto {
  @Required(preferences)
  declare preferences: Preferences;
}
