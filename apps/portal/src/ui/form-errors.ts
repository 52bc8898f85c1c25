import { Problem } from '../api/problem.js';
import { tError } from '../messages/t.js';
import type { FormError } from './field.js';
import { textOf } from './states.js';

/** `zip5` of `addresses[0].zip5`, `event_types` of `event_types[1]`. */
const fieldOf = (path: string): string =>
  path
    .replaceAll(/\[\d+\]/g, '')
    .split('.')
    .at(-1)!;

/** The errors of a request beside the fields of its form, which have the names of the API's. */
export function formErrorsOf(error: unknown): FormError[] {
  if (!(error instanceof Problem)) return [{ text: textOf(error) }];
  if (error.fields.length > 0) {
    return error.fields.map((each) => ({ text: tError(each), ...(each.field && { name: fieldOf(each.field) }) }));
  }
  return [{ text: error.isRetryable ? textOf(error) : tError({ error_code: error.code, message: error.message }) }];
}

/** The same where both sides of a payment have fields of the same name: those of a side stand beside the side. */
export function sideErrorsOf(error: unknown): readonly FormError[] {
  if (!(error instanceof Problem) || error.fields.length === 0) return formErrorsOf(error);
  return error.fields.map((each) => {
    const [name] = each.field?.split('.') ?? [];
    return { text: tError(each), ...(name !== undefined && { name }) };
  });
}
