/**
 * The same items, of which the next one is read while the consumer works on the last one: never more than one ahead. An error of
 * the source is thrown in its place. When the consumer stops early, the source ends before this does.
 */
export async function* readAhead<T>(source: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
  let next = begin(source);
  try {
    for (;;) {
      const { done = false, value } = await next;
      if (done) return;
      next = begin(source);
      yield value as T;
    }
  } finally {
    await source.return();
  }
}

function begin<T>(source: AsyncGenerator<T, void, undefined>): Promise<IteratorResult<T, void>> {
  const next = source.next();
  // Nobody waits for it when the consumer stops first; otherwise it is thrown where it is awaited.
  next.catch(() => undefined);
  return next;
}
