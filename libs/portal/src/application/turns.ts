interface Turn<T> {
  readonly over: Promise<unknown>;
  next?: Promise<T>;
}

/**
 * Reads the same for all who ask at about the same time, because it costs much. Whoever asks alone is answered at once; who
 * asks within a turn shares the next read, which begins when the turn is over. So no answer is older than its question, and
 * no more is read than once a turn, however many ask.
 */
export class Turns<T> {
  private readonly turns = new Map<string, Turn<T>>();

  constructor(private readonly turnMs: number) {}

  /** @param key of what is the same */
  execute(key: string, read: () => Promise<T>): Promise<T> {
    const turn = this.turns.get(key);
    if (turn === undefined) return this.begin(key, read);
    turn.next ??= turn.over.then(() => this.begin(key, read));
    return turn.next;
  }

  private begin(key: string, read: () => Promise<T>): Promise<T> {
    const result = read();
    const over = Promise.allSettled([result, passed(this.turnMs)]);
    const turn: Turn<T> = { over };
    this.turns.set(key, turn);
    void over.then(() => {
      if (turn.next === undefined) this.turns.delete(key);
    });
    return result;
  }
}

/** Does not keep a process that stops. */
const passed = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms).unref());
