import { workContext } from '@payments/observability';

type Method = (...args: unknown[]) => Promise<unknown>;

/**
 * Has the operation keep the answers to requests with an `Idempotency-Key`. It wraps the method itself, so that the
 * guards and the field rules come first, and everything that looks at stored data comes after.
 */
export function Idempotent(): MethodDecorator {
  return wrap as MethodDecorator;
}

function wrap(_target: object, name: string | symbol, descriptor: TypedPropertyDescriptor<Method>): void {
  const method = descriptor.value!;
  const wrapped: Method = function (this: unknown, ...args) {
    const work = () => method.apply(this, args);
    const { once } = workContext.get();
    return once === undefined ? work() : once(work);
  };
  // The description finds parameters by method name, and the decorators below this one have already described it.
  Object.defineProperty(wrapped, 'name', { value: name });
  for (const key of Reflect.getMetadataKeys(method) as unknown[]) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), wrapped);
  }
  descriptor.value = wrapped;
}
