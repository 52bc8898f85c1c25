import type { Dispatcher } from 'undici';

export interface HttpResponse {
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
 * @throws {DeadlineError} also while the client is still connecting, and what the client itself reports
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: ExchangeLimits,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(request, new Exchange(limits, resolve, reject));
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  private readonly timer: NodeJS.Timeout;
  private readonly chunks: Buffer[] = [];
  private controller: Dispatcher.DispatchController | undefined;
  private head: Pick<HttpResponse, 'status' | 'headers'> | undefined;
  private size = 0;
  private hasEnded = false;

  constructor(
    private readonly limits: ExchangeLimits,
    private readonly resolve: (response: HttpResponse) => void,
    private readonly reject: (error: Error) => void,
  ) {
    this.timer = setTimeout(() => this.cut(new DeadlineError()), limits.timeoutMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.hasEnded) controller.abort(new DeadlineError());
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: HttpResponse['headers']): void {
    const isInformational = status < 200;
    if (!isInformational) this.head = { status, headers };
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.hasEnded) return;
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size < this.limits.maxBodyBytes) return;
    this.onResponseEnd();
    // Once the parser has read what has arrived: the connection of a complete response is kept.
    queueMicrotask(() => controller.abort(new Error('the start of the body is enough')));
  }

  onResponseEnd(): void {
    this.end(() => {
      const body = Buffer.concat(this.chunks).toString('utf8', 0, this.limits.maxBodyBytes);
      this.resolve({ ...this.head!, body });
    });
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
