import { applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { workContext } from '../tenancy/context.js';
import { idempotencyErrors } from './idempotency.errors.js';

const ERROR = { $ref: '#/components/schemas/Error' };

type Method = (...args: unknown[]) => Promise<unknown>;

/**
 * Has the operation keep the answers to requests with an `Idempotency-Key`. It wraps the method itself, so that the
 * guards and the field rules come first, and everything that looks at stored data comes after.
 */
export function Idempotent(): MethodDecorator {
  return applyDecorators(wrap as MethodDecorator, ...described());
}

function wrap(_target: object, name: string | symbol, descriptor: TypedPropertyDescriptor<Method>): void {
  const method = descriptor.value!;
  const wrapped: Method = function (this: unknown, ...args) {
    const work = () => method.apply(this, args);
    const { once } = workContext.get();
    return once === undefined ? work() : once(work);
  };
  // The description finds parameters by the name, and decorators below this one have told about the method.
  Object.defineProperty(wrapped, 'name', { value: name });
  for (const key of Reflect.getMetadataKeys(method) as unknown[]) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), wrapped);
  }
  descriptor.value = wrapped;
}

function described(): MethodDecorator[] {
  const { invalid_idempotency_key, idempotency_key_in_use, idempotency_key_reused } = idempotencyErrors.definitions;
  return [
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description:
        'Any text of your own, new for each request. The same request with the same key is done once: sent again, it ' +
        'is answered as it was the first time, and `Idempotent-Replayed: true` says so.',
      schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
    }),
    ApiResponse({
      status: 400,
      description: `A broken rule; \`invalid_idempotency_key\`: ${invalid_idempotency_key.message}`,
      schema: ERROR,
    }),
    ApiResponse({
      status: 409,
      description: `\`idempotency_key_in_use\`: ${idempotency_key_in_use.message}`,
      headers: { 'Retry-After': { description: 'In seconds', schema: { type: 'integer' } } },
      schema: ERROR,
    }),
    ApiResponse({
      status: 422,
      description: `\`idempotency_key_reused\`: ${idempotency_key_reused.message}`,
      schema: ERROR,
    }),
  ];
}

/** The header of an answer that was given before. */
export const REPLAYED_HEADER = {
  'Idempotent-Replayed': {
    description: '`true` when this is the kept answer to an earlier request with the same Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
};
