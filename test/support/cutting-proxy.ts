import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy on loopback that can cut a connection after the service has responded, before the client receives it. */
export class CuttingProxy {
  /** Method and path of each request that went through. */
  readonly passed: string[] = [];
  /** How many of the next responses to such requests are lost. */
  cut = { pattern: /(?!)/, times: 0 };
  private readonly server = createServer((incoming, outgoing) => this.pass(incoming, outgoing));

  constructor(private readonly upstream: string) {}

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  count(pattern: RegExp): number {
    return this.passed.filter((name) => pattern.test(name)).length;
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = '', url = '', headers } = incoming;
    const name = `${method} ${url}`;
    this.passed.push(name);
    const onward = request(new URL(url, this.upstream), { method, headers }, (response) => {
      if (this.cut.pattern.test(name) && this.cut.times > 0) {
        this.cut.times -= 1;
        response.resume().on('end', () => outgoing.destroy());
        return;
      }
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }
}
