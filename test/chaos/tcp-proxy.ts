import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

interface Pipe {
  readonly client: Socket;
  readonly upstream: Socket;
}

/** A wire between one process and one server on loopback, which can be cut, made slow, or made to carry nothing. */
export class TcpProxy {
  private readonly pipes = new Set<Pipe>();
  private readonly abandoned = new Set<Pipe>();
  private readonly server = createServer((client) => this.join(client));
  private delayMs = 0;
  private isFrozen = false;
  private isRefusing = false;

  private constructor(private readonly upstreamPort: number) {}

  static async to(upstreamPort: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(upstreamPort);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Resets every connection. `refuse`: new ones too, until mended. */
  cut({ refuse = false } = {}): void {
    this.isRefusing = refuse;
    for (const { client, upstream } of this.pipes) {
      client.resetAndDestroy();
      upstream.destroy();
    }
  }

  /** Each piece of data arrives so much later, in either direction. */
  slow(delayMs: number): void {
    this.delayMs = delayMs;
  }

  /** Nothing arrives anymore, and no side is notified. */
  freeze(): void {
    this.isFrozen = true;
    for (const { client, upstream } of this.pipes) {
      client.pause();
      upstream.pause();
    }
  }

  /** Open connections get no more data; new ones do: as when another server takes an address over. */
  abandon(): void {
    this.freeze();
    this.isFrozen = false;
    for (const pipe of this.pipes) this.abandoned.add(pipe);
    this.pipes.clear();
  }

  /** Restores normal service. */
  mend(): void {
    this.delayMs = 0;
    this.isRefusing = false;
    this.isFrozen = false;
    for (const { client, upstream } of this.pipes) {
      client.resume();
      upstream.resume();
    }
  }

  close(): void {
    this.server.close();
    this.cut();
    for (const { client, upstream } of this.abandoned) {
      client.destroy();
      upstream.destroy();
    }
  }

  private join(client: Socket): void {
    if (this.isRefusing) {
      client.resetAndDestroy();
      return;
    }
    const pipe: Pipe = { client, upstream: connect(this.upstreamPort, '127.0.0.1') };
    this.pipes.add(pipe);
    this.carry(pipe.client, pipe.upstream);
    this.carry(pipe.upstream, pipe.client);
    const destroy = () => {
      this.pipes.delete(pipe);
      pipe.client.destroy();
      pipe.upstream.destroy();
    };
    // What is still on its way arrives before the end does.
    const end = () => setTimeout(destroy, this.delayMs);
    for (const socket of [pipe.client, pipe.upstream]) {
      socket.setNoDelay();
      socket.on('error', end).on('close', end);
      if (this.isFrozen) socket.pause();
    }
  }

  private carry(from: Socket, to: Socket): void {
    let lastDueAt = 0;
    from.on('data', (chunk: Buffer) => {
      const now = performance.now();
      // A piece never overtakes the one before it, also when the delay has become shorter.
      lastDueAt = Math.max(lastDueAt, now + this.delayMs);
      if (lastDueAt <= now) to.write(chunk);
      else setTimeout(() => to.writable && to.write(chunk), lastDueAt - now);
    });
    from.on('end', () => setTimeout(() => to.end(), Math.max(0, lastDueAt - performance.now())));
  }
}
