import type { Socket } from 'node:net';

/** What `Retry-After` says. */
const LONGEST_MS = 1_000;

interface Hold {
  readonly since: number;
  /** Whose request was the last on it. */
  readonly caller: string;
  /** Node resumes a connection whenever it is done with a request. */
  readonly pause: () => void;
}

/**
 * Connections that wait for their turn, in which callers take turns. Nothing is read from them until there is room, at most for a second: what they
 * send meanwhile waits in the network, where it costs nothing. A refusal costs nearly as much as a small response.
 */
export class HeldConnections {
  /** The longest held first. */
  private readonly holds = new Map<Socket, Hold>();
  /** Those of each caller, the longest held first; the first caller's turn is next. */
  private readonly lines = new Map<string, Set<Socket>>();
  /** Released connections whose requests, if any, have not arrived yet. */
  private invited = 0;
  private timer: NodeJS.Timeout | undefined;

  /** @param room how many further requests there is room for */
  constructor(private readonly room: () => number) {}

  /** Whether the caller has any. */
  has(caller: string): boolean {
    return this.lines.has(caller);
  }

  hold(socket: Socket, caller: string): void {
    if (this.holds.has(socket) || socket.destroyed) return;
    const pause = () => void socket.pause();
    this.holds.set(socket, { since: performance.now(), caller, pause });
    this.lines.set(caller, (this.lines.get(caller) ?? new Set()).add(socket));
    socket.on('resume', pause);
    socket.pause();
    this.timer ??= setTimeout(() => this.releaseOld(), LONGEST_MS).unref();
  }

  /** Reads again from as many connections as there is room for, less those whose requests are about to arrive. */
  release(): void {
    for (const [caller, line] of this.lines) {
      if (this.invited >= this.room()) return;
      this.invited += 1;
      const [socket] = line;
      this.resume(socket!, this.holds.get(socket!)!);
      // To the end of what is being walked through.
      if (this.lines.delete(caller) && line.size > 0) this.lines.set(caller, line);
      // What waits in the network, if anything does, is read in the next turn of the event loop.
      setImmediate(() =>
        setImmediate(() => {
          this.invited -= 1;
          this.release();
        }),
      );
    }
  }

  private releaseOld(): void {
    this.timer = undefined;
    const now = performance.now();
    for (const [socket, hold] of this.holds) {
      const leftMs = LONGEST_MS - (now - hold.since);
      if (leftMs > 0) {
        this.timer = setTimeout(() => this.releaseOld(), leftMs).unref();
        return;
      }
      this.resume(socket, hold);
    }
  }

  private resume(socket: Socket, { caller, pause }: Hold): void {
    this.holds.delete(socket);
    const line = this.lines.get(caller)!;
    line.delete(socket);
    if (line.size === 0) this.lines.delete(caller);
    socket.off('resume', pause);
    if (!socket.destroyed) socket.resume();
  }
}
