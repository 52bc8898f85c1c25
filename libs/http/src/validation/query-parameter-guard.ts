import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext, Type } from '@nestjs/common';
import { DomainError } from '@payments/kernel';
import type { FieldError } from '@payments/kernel';
import type { FastifyRequest } from 'fastify';
import { fieldsOf, isQuery, isValidated } from './fields.js';
import { validate } from './validate.js';
import { RawBody } from '../reading/raw-body.js';

const MAX_ERRORS = 20;
const MAX_NAME_LENGTH = 64;

/**
 * Refuses query parameters that the operation does not declare: a mistyped filter must not return everything. A guard,
 * because an interceptor would wrap the handler of every request in observables.
 */
@Injectable()
export class QueryParameterGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const names = Object.keys(request.query as object);
    if (names.length > 0) refuseUnknown(names, request, validatedTypes(context));
    return true;
  }
}

// An unknown parameter breaks a field rule: the body is read first, and all other field errors are reported as well.
function refuseUnknown(names: readonly string[], { query, body }: FastifyRequest, types: readonly Type<object>[]) {
  const queryType = types.find(isQuery);
  const known = queryType === undefined ? [] : fieldsOf(queryType).map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name)).slice(0, MAX_ERRORS);
  const [first, ...rest] = unknown.map((name) => unknownParameter(name, known));
  if (first === undefined) return;
  const others = types.flatMap((type) =>
    fieldErrorsOf(() => {
      if (type === queryType) validate(type, { ...(query as object) });
      else if (body instanceof RawBody) validate(type, body.json());
    }),
  );
  throw DomainError.ofFields([first, ...rest, ...others]);
}

function unknownParameter(name: string, known: readonly string[]): FieldError {
  const shown = name.slice(0, MAX_NAME_LENGTH).replace(/[^\x20-\x7e]/g, '?');
  const expected = known.length === 0 ? 'no query parameters' : `these query parameters: ${known.join(', ')}`;
  const message = `Unknown query parameter '${shown}'. This operation accepts ${expected}.`;
  return { field: shown, error_code: 'invalid_query_parameter', message };
}

function fieldErrorsOf(check: () => void): readonly FieldError[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof DomainError && error.fieldErrors.length > 0) return error.fieldErrors;
    throw error;
  }
}

function validatedTypes(context: ExecutionContext): Type<object>[] {
  const prototype = context.getClass().prototype as object;
  const types = Reflect.getMetadata('design:paramtypes', prototype, context.getHandler().name) as unknown[] | undefined;
  return (types ?? []).filter(isValidated);
}
