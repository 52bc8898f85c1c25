/** Resolves after this many milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Whether `work` ends within this many milliseconds. It continues in either case.
 * @throws what `work` throws in that time
 */
export async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, ms));
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The result of `work`; one that comes after `ms` milliseconds is dropped. @throws Error with the message when it is late. */
export async function withTimeout<T>(work: Promise<T>, ms: number, message: string): Promise<T> {
  if (await endsWithin(work, ms)) return work;
  throw new Error(message);
}
