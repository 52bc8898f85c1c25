/** Somebody's turn. Must be ended. */
export interface Turn {
  end(): void;
}

/**
 * One after the other, for each name, within this process. Twins wait here and not in the database, where each would
 * hold a connection of the pool: a client that sends one request fifty times would leave none for the others.
 */
export class KeyedMutex {
  private readonly underWay = new Map<string, Promise<void>>();

  /** @param deadline of `performance.now()`. Answers nothing when it passes first. */
  async take(name: string, deadline: number): Promise<Turn | undefined> {
    let before = this.underWay.get(name);
    while (before !== undefined) {
      if (!(await endsBy(deadline, before))) return undefined;
      before = this.underWay.get(name);
    }
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = () => {
        this.underWay.delete(name);
        resolve();
      };
    });
    this.underWay.set(name, ended);
    return { end };
  }
}

async function endsBy(deadline: number, work: Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), Math.max(0, deadline - performance.now()));
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
