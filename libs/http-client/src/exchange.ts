import type { Dispatcher } from 'undici';

/** What a server responded. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The first bytes of the response, read as UTF-8. */
  readonly body: string;
}

export interface ExchangeLimits {
  /** A longer body is truncated, and its connection closed unless all of it has arrived. */
  readonly maxBodyBytes: number;
  /** From now to the last byte of the response. */
  readonly timeoutMs: number;
}

/** The exchange took longer than it may. */
class DeadlineError extends Error {
  readonly code = 'DEADLINE';

  constructor() {
    super('the deadline has passed');
    this.name = 'DeadlineError';
  }
}

/**
 * Sends a request and collects the start of its response: in callbacks, because a stream and an abort signal for each
 * webhook cost the worker more than the rest of the exchange.
 *
 * @throws with the code DEADLINE after the limit, also while the client is still connecting; otherwise what the client reports
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: ExchangeLimits,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(request, new Exchange(limits, resolve, reject));
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  private readonly timer: NodeJS.Timeout;
  private readonly chunks: Buffer[] = [];
  private readonly maxBodyBytes: number;
  private controller: Dispatcher.DispatchController | undefined;
  private head: Pick<Answer, 'status' | 'headers'> | undefined;
  private size = 0;
  private hasEnded = false;

  constructor(
    { maxBodyBytes, timeoutMs }: ExchangeLimits,
    private readonly resolve: (answer: Answer) => void,
    private readonly reject: (error: Error) => void,
  ) {
    this.maxBodyBytes = maxBodyBytes;
    this.timer = setTimeout(() => this.cut(new DeadlineError()), timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.hasEnded) controller.abort(new DeadlineError());
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Answer['headers']): void {
    const isInformational = status < 200;
    if (!isInformational) this.head = { status, headers };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.hasEnded) return;
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size < this.maxBodyBytes) return;
    this.onResponseEnd();
    // After this turn of the parser: a connection whose response turns out to be complete is kept.
    queueMicrotask(() => controller.abort(new Error('the start of the body is enough')));
  }

  onResponseEnd(): void {
    if (this.hasEnded) return;
    const [chunk] = this.chunks;
    const body = this.chunks.length === 1 ? chunk! : Buffer.concat(this.chunks);
    this.end(() => this.resolve({ ...this.head!, body: body.toString('utf8', 0, this.maxBodyBytes) }));
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.end(() => this.reject(error));
  }

  private cut(error: Error): void {
    this.end(() => this.reject(error));
    this.controller?.abort(error);
  }

  private end(settle: () => void): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    clearTimeout(this.timer);
    settle();
  }
}
