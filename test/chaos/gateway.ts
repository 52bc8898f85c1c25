import { request as httpRequest } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isReady } from './service-process.js';

const LOOK_EVERY_MS = 200;
const PATIENCE_MS = 20_000;

export interface GatewayResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** What stands in front of the apis: it asks them whether they are ready, and sends to those that are. */
export class Gateway {
  private readonly ready = new Set<string>();
  private isOver = false;

  /** `apis`: their addresses by name. */
  constructor(private readonly apis: ReadonlyMap<string, string>) {}

  async watch(): Promise<void> {
    const watch = async ([name, url]: [string, string]) => {
      while (!this.isOver) {
        if (await isReady(`${url}/health/ready`)) this.ready.add(name);
        else this.ready.delete(name);
        await sleep(LOOK_EVERY_MS);
      }
    };
    await Promise.all([...this.apis].map(watch));
  }

  close(): void {
    this.isOver = true;
  }

  /** An api that is ready; where none is, any of them. */
  choose(random: () => number, not?: string): string {
    const named = (names: Iterable<string>) => [...names].filter((name) => name !== not);
    const names = [named(this.ready), [...this.ready], named(this.apis.keys())].find(({ length }) => length > 0)!;
    return names[Math.floor(random() * names.length)]!;
  }

  /**
   * Sends on a separate connection, so that a missing response is due to the service, not an old connection.
   * @throws Error without a complete response
   */
  send(
    api: string,
    options: { method: string; path: string; headers: Record<string, string>; body?: string },
  ): Promise<GatewayResponse> {
    const { method, path, headers, body } = options;
    return new Promise((done, failed) => {
      const request = httpRequest(new URL(path, this.apis.get(api)), { method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', failed);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if (response.complete) done({ status: response.statusCode!, headers: response.headers, text });
          else failed(new Error('the answer is cut off'));
        });
      });
      request.on('error', failed);
      request.setTimeout(PATIENCE_MS, () => request.destroy(new Error(`no answer within ${PATIENCE_MS} ms`)));
      request.end(body);
    });
  }
}
