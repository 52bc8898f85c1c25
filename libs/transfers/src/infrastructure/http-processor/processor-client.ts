import type { OnApplicationShutdown } from '@nestjs/common';
import { loadProcessorToken } from '@payments/config';
import type { ConnectorSettings } from '@payments/config';
import { OutgoingHttp } from '@payments/http-client';
import type { OutgoingRequest } from '@payments/http-client';
import type { Metrics } from '@payments/observability';
import type { z } from 'zod';
import { transferMetrics } from '../../application/metrics.table.js';
import { parseJson } from './protocol.js';

const MAX_RESPONSE_BYTES = 2 * 1024 * 1024;

/** A failed request to the bank connector: which one and why, without the contents of request and response. */
export class ProcessorCallError extends Error {
  constructor(
    operation: string,
    problem: string,
    readonly code: string,
  ) {
    super(`the processor's ${operation} ${problem}`);
    this.name = 'ProcessorCallError';
  }
}

export interface ProcessorCall {
  /** Its name in metrics and errors. */
  readonly operation: 'submit' | 'inquire' | 'results' | 'report';
  readonly method: OutgoingRequest['method'];
  readonly path: string;
  readonly body?: object;
}

/** The HTTP client of the bank connector, with token, timeout, and a limit on the response size. */
export class ProcessorClient implements OnApplicationShutdown {
  private readonly http = new OutgoingHttp({
    environment: 'production',
    allowPrivate: true,
    maxBodyBytes: MAX_RESPONSE_BYTES + 1,
  });
  private readonly token: string;
  private silence: Error | undefined = new Error('results were not fetched from the processor yet');

  constructor(
    private readonly settings: ConnectorSettings,
    private readonly metrics: Metrics,
  ) {
    this.token = loadProcessorToken(settings);
  }

  /** Identifies the connector. Its cursors have no meaning for another one. */
  get address(): string {
    return this.settings.url;
  }

  get timeoutMs(): number {
    return this.settings.timeoutMs;
  }

  /** @throws ProcessorCallError unless a complete 2xx response arrives in time. */
  async send({ operation, method, path, body }: ProcessorCall): Promise<string> {
    const response = await this.http.send({
      method,
      url: `${this.settings.url}${path}`,
      headers: {
        authorization: `Bearer ${this.token}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      timeoutMs: this.settings.timeoutMs,
    });
    const outcome = 'failure' in response ? response.failure : String(response.status);
    this.metrics.observe(
      transferMetrics.payments_processor_call_seconds,
      { operation, outcome },
      response.durationMs / 1000,
    );
    if ('failure' in response) throw new ProcessorCallError(operation, `got no response: ${outcome}`, response.failure);
    if (response.status < 200 || response.status > 299) {
      throw new ProcessorCallError(operation, `returned ${outcome}`, `status_${outcome}`);
    }
    if (Buffer.byteLength(response.body) > MAX_RESPONSE_BYTES) {
      throw new ProcessorCallError(operation, `returned more than ${MAX_RESPONSE_BYTES} bytes`, 'too_long');
    }
    return response.body;
  }

  /** Checks that the last poll for results, which a worker runs every second, succeeded. @throws its error if not. */
  assertReachable(): void {
    if (this.silence !== undefined) throw this.silence;
  }

  /** @throws ProcessorCallError also when the response violates the schema. */
  async ask<Schema extends z.ZodType>(call: ProcessorCall, schema: Schema): Promise<z.infer<Schema>> {
    const isLook = call.operation === 'results';
    try {
      const response = await this.exchange(call, schema);
      if (isLook) this.silence = undefined;
      return response;
    } catch (error) {
      if (isLook) this.silence = error as Error;
      throw error;
    }
  }

  private async exchange<Schema extends z.ZodType>(call: ProcessorCall, schema: Schema): Promise<z.infer<Schema>> {
    const parsed = schema.safeParse(parseJson(await this.send(call)));
    if (parsed.success) return parsed.data;
    // The location, not the value: the response may contain account numbers.
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') || 'JSON';
    throw new ProcessorCallError(
      call.operation,
      `returned a response that violates the protocol, at ${where}`,
      'protocol',
    );
  }

  onApplicationShutdown(): Promise<void> {
    return this.http.onApplicationShutdown();
  }
}
