/**
 * The same items; the next one is read while the consumer works on the current one, and never more than one ahead. An error of the
 * source is thrown after the items before it. When the consumer stops early, the source is closed first.
 */
export async function* readAhead<T>(source: AsyncGenerator<T, void, undefined>): AsyncGenerator<T, void, undefined> {
  let next = begin(source);
  try {
    for (;;) {
      const result = await next;
      if (result.done === true) return;
      next = begin(source);
      yield result.value;
    }
  } finally {
    await source.return();
  }
}

function begin<T>(source: AsyncGenerator<T, void, undefined>): Promise<IteratorResult<T, void>> {
  const next = source.next();
  // An error is thrown where the item is awaited. If the consumer stops first, nobody awaits it.
  next.catch(() => undefined);
  return next;
}
