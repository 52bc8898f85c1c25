import type { Type } from '@nestjs/common';
import { DomainError } from '@payments/kernel';
import { validate } from '@payments/http';

/** The errors of a body or a query, as `field code`; none if it is valid. */
export function errorsOf(type: Type<object>, sent: Record<string, unknown>): string[] {
  try {
    validate(type, sent);
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.fieldErrors.map(({ field, error_code }) => `${field} ${error_code}`);
  }
}
