import { workContext } from '@payments/observability';

type Method = (...args: unknown[]) => Promise<unknown>;

/**
 * Makes the operation store its responses to requests with an `Idempotency-Key`. It wraps the method itself: guards and
 * field rules run before it, and checks of stored data run inside it.
 */
export function Idempotent(): MethodDecorator {
  return wrap as MethodDecorator;
}

function wrap(_target: object, name: string | symbol, descriptor: TypedPropertyDescriptor<Method>): void {
  const method = descriptor.value!;
  const wrapped: Method = function (this: unknown, ...args) {
    const work = () => method.apply(this, args);
    const { runIdempotently } = workContext.get();
    return runIdempotently === undefined ? work() : runIdempotently(work);
  };
  // The description finds parameters by method name, and the decorators below this one have already described it.
  Object.defineProperty(wrapped, 'name', { value: name });
  for (const key of Reflect.getMetadataKeys(method) as unknown[]) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), wrapped);
  }
  descriptor.value = wrapped;
}
