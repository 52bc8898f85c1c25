import type { Socket } from 'node:net';
import { endsWithin } from '@payments/kernel';
import type { Client, SFTPWrapper } from 'ssh2';
import { ChannelError, type ChannelFault, type ChannelStep } from '../../domain/channel-error.js';
import { meaningOf } from './sftp-status.js';

const CLOSE_MS = 1_000;

interface Parts {
  readonly client: Client;
  readonly socket: Socket;
  readonly sftp: SFTPWrapper;
  readonly idleMs: number;
}

/** One request to the server, and what is an answer to it. */
interface Request<T> {
  readonly step: ChannelStep;
  readonly path: string;
  readonly send: (sftp: SFTPWrapper, callback: (error: unknown, value?: unknown) => void) => void;
  readonly accepts: (value: unknown) => value is T;
}

/** The server refused a request, and nothing was changed. */
export class RefusedRequest extends ChannelError {
  constructor(
    readonly status: number,
    step: ChannelStep,
    [fault, problem]: readonly [fault: ChannelFault, problem: string],
  ) {
    super(step, fault, problem);
  }
}

/** A logged-in connection. Without an answer within the idle time-out, the connection is broken for all requests. */
export class SftpSession {
  private readonly pending = new Set<(step: ChannelError) => void>();
  private broken: ChannelError | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly parts: Parts) {
    const { client, socket, sftp } = parts;
    const lost = (reason: string) => this.break(new ChannelError('connect', 'broken', reason));
    client.on('error', () => lost('the server broke the connection or the protocol'));
    sftp.on('error', () => lost('the server broke the protocol of SFTP'));
    // ssh2 leaves requests on a closed channel without an answer.
    sftp.on('close', () => lost('the server closed the session'));
    socket.on('close', () => lost('the server closed the connection'));
  }

  /** @throws ChannelError; a RefusedRequest leaves the connection open. */
  request<T>({ step, path, send, accepts }: Request<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const lost = (reason: ChannelError) => settle(() => reject(new ChannelError(step, 'broken', reason.message)));
      const settle = (outcome: () => void) => {
        this.pending.delete(lost);
        this.expectAnswer();
        outcome();
      };
      this.pending.add(lost);
      if (this.broken) return lost(this.broken);
      if (this.pending.size === 1) this.expectAnswer();
      const answered = (error: unknown, value?: unknown) => {
        if (!this.pending.has(lost)) return;
        const refused = error ? statusOf(error, step, path) : undefined;
        if (refused) settle(() => reject(refused));
        else if (!error && accepts(value)) settle(() => resolve(value));
        else
          this.break(
            new ChannelError(step, 'broken', 'the server answered against the protocol of SFTP; ask the bank'),
          );
      };
      try {
        send(this.parts.sftp, answered);
      } catch {
        this.break(new ChannelError(step, 'broken', 'the connection is closed; retry'));
      }
    });
  }

  /** Whether the server offers a file sync. */
  get canSync(): boolean {
    const { _extensions: extensions } = this.parts.sftp as unknown as { readonly _extensions?: Record<string, string> };
    return extensions?.['fsync@openssh.com'] === '1';
  }

  async close(): Promise<void> {
    const { client, socket } = this.parts;
    const ended = socket.closed
      ? Promise.resolve()
      : new Promise<void>((resolve) => void socket.once('close', resolve));
    if (!this.broken) client.end();
    await endsWithin(ended, this.broken ? 0 : CLOSE_MS);
    this.break(new ChannelError('connect', 'broken', 'the channel is closed'));
    await ended;
  }

  /** Starts the idle time-out anew: with many requests on a slow line, each answer counts for all. */
  private expectAnswer(): void {
    clearTimeout(this.timer);
    if (this.pending.size === 0 || this.broken) return;
    const { idleMs } = this.parts;
    const late = `the server did not answer within ${idleMs / 1000} s; retry, or ask the bank`;
    this.timer = setTimeout(() => this.break(new ChannelError('connect', 'broken', late)), idleMs);
  }

  private break(reason: ChannelError): void {
    clearTimeout(this.timer);
    this.broken ??= reason;
    this.parts.socket.destroy();
    for (const lost of [...this.pending]) lost(this.broken);
  }
}

/** The refusal that a status is; undefined for an error of the connection. */
function statusOf(error: unknown, step: ChannelStep, path: string): RefusedRequest | undefined {
  const { code } = error as { readonly code?: unknown };
  if (typeof code !== 'number') return undefined;
  const meaning = meaningOf(code, step);
  if (meaning === undefined) return undefined;
  const [fault, problem] = meaning;
  return new RefusedRequest(code, step, [fault, `${path} ${problem}`]);
}
