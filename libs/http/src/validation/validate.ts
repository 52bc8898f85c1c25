import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { catalogError } from './catalog-error.js';
import type { Sent } from './field.js';
import { rememberSent } from './stored-form.js';

const DECLARED_FIELDS_ONLY = { excludeExtraneousValues: true, exposeUnsetFields: false };
const NO_GUESSES = { forbidUnknownValues: false };

/**
 * Checks a parsed body or query against the fields of a class and returns an instance with the declared fields only,
 * in their stored form. Unknown fields are dropped.
 * @throws DomainError with every field error, in the order of declaration or of `ErrorOrder`, nested ones by path.
 */
export function validate<T extends object>(type: Type<T>, sent: Sent): T {
  const instance = plainToInstance(type, sent, DECLARED_FIELDS_ONLY);
  rememberSent(instance, sent);
  const errors = validateSync(instance, NO_GUESSES);
  if (errors.length > 0) throw catalogError(instance, errors);
  return instance;
}
