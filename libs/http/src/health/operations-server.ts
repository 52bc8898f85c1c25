import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Health } from './health.js';
import { Metrics, GaugeCollector } from '@payments/observability';

/** The operators' listener on a separate port: `/metrics` for Prometheus, and the health endpoints. */
@Injectable()
export class OperationsServer implements OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly gaugeCollector: GaugeCollector,
    private readonly health: Health,
  ) {}

  /** @returns the port, also where 0 lets the system choose. */
  async listen(port: number, host: string): Promise<number> {
    const server = createServer((request, response) => {
      this.respond(request, response).catch(() => response.destroy());
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
    return (server.address() as AddressInfo).port;
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (request.url ?? '') {
      case '/metrics':
        await this.gaugeCollector.refresh();
        response.setHeader('Content-Type', this.metrics.registry.contentType);
        response.end(await this.metrics.registry.metrics());
        return;
      case '/health/live':
        return json(response, 200, { status: 'live' });
      case '/health/startup':
        return json(response, this.health.hasStarted ? 200 : 503, {
          status: this.health.hasStarted ? 'started' : 'starting',
        });
      case '/health/ready': {
        const readiness = await this.health.readiness();
        return json(response, readiness.status === 'not_ready' ? 503 : 200, readiness);
      }
      default:
        return json(response, 404, {
          error_code: 'not_found',
          message: 'Route not found. Use /metrics or /health/ready.',
          details: null,
        });
    }
  }
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
