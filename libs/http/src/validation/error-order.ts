import type { FieldError } from '@payments/kernel';

const ORDERS = new Map<object, readonly string[]>();

/**
 * The order in which the errors of a class are listed, if it differs from its fields: by these paths, relative to
 * the object and exact, such as `source.account_reference_id`. Errors of one path, and of unlisted paths, keep
 * the order of declaration; unlisted paths come last. A subclass without an order inherits that of its parent.
 */
export function ErrorOrder(paths: readonly string[]): ClassDecorator {
  return (type) => {
    ORDERS.set(type, paths);
  };
}

/** The errors in the order that the class declares, if any. The path of the object is `prefix`. */
export function ordered(type: object, errors: readonly FieldError[], prefix: string): readonly FieldError[] {
  const paths = errorOrderOf(type);
  if (paths === undefined) return errors;
  const rank = ({ field }: FieldError) => {
    const index = paths.indexOf(field.slice(prefix.length));
    return index === -1 ? paths.length : index;
  };
  return [...errors].sort((a, b) => rank(a) - rank(b));
}

/** The paths that the class declares, if any. */
export function errorOrderOf(type: object | null): readonly string[] | undefined {
  return type === null ? undefined : (ORDERS.get(type) ?? errorOrderOf(Object.getPrototypeOf(type) as object | null));
}
