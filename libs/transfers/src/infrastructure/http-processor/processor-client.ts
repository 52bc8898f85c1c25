import type { OnApplicationShutdown } from '@nestjs/common';
import { loadProcessorToken } from '@payments/config';
import { OutgoingHttp } from '@payments/http-client';
import type { ProcessorSettings } from '@payments/config';
import type { OutgoingRequest } from '@payments/http-client';
import type { Metrics } from '@payments/observability';
import type { z } from 'zod';
import { transferMetrics } from '../../application/metrics.table.js';

const MAX_ANSWER_BYTES = 2 * 1024 * 1024;

export type HttpProcessorSettings = Extract<ProcessorSettings, { kind: 'http' }>;

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
  /** How metrics and errors name it. */
  readonly operation: 'submit' | 'inquire' | 'results' | 'report';
  readonly method: OutgoingRequest['method'];
  readonly path: string;
  readonly body?: object;
}

/** Speaks HTTP with the bank connector: the token, a deadline, and no more of an answer than it may have. */
export class ProcessorClient implements OnApplicationShutdown {
  private readonly http = new OutgoingHttp({
    environment: 'production',
    allowPrivate: true,
    maxBodyBytes: MAX_ANSWER_BYTES + 1,
  });
  private readonly token: string;
  private silence: Error | undefined = new Error('results were not fetched from the processor yet');

  constructor(
    private readonly settings: HttpProcessorSettings,
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

  /** @throws ProcessorCallError unless a 2xx came whole and in time. */
  async send({ operation, method, path, body }: ProcessorCall): Promise<string> {
    const answer = await this.http.send({
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
    const outcome = 'failure' in answer ? answer.failure : String(answer.status);
    this.metrics.observe(
      transferMetrics.payments_processor_call_seconds,
      { operation, outcome },
      answer.durationMs / 1000,
    );
    if ('failure' in answer) throw new ProcessorCallError(operation, `got no response: ${outcome}`, answer.failure);
    if (answer.status < 200 || answer.status > 299) {
      throw new ProcessorCallError(operation, `returned ${outcome}`, `status_${outcome}`);
    }
    if (Buffer.byteLength(answer.body) > MAX_ANSWER_BYTES) {
      throw new ProcessorCallError(operation, `returned more than ${MAX_ANSWER_BYTES} bytes`, 'too_long');
    }
    return answer.body;
  }

  /** Whether the last look for results, which a worker takes every second, was answered. @throws why it was not. */
  assertAnswering(): void {
    if (this.silence !== undefined) throw this.silence;
  }

  /** @throws ProcessorCallError also when the answer is not what the schema says. */
  async ask<Schema extends z.ZodType>(call: ProcessorCall, schema: Schema): Promise<z.infer<Schema>> {
    const isLook = call.operation === 'results';
    try {
      const answer = await this.exchange(call, schema);
      if (isLook) this.silence = undefined;
      return answer;
    } catch (error) {
      if (isLook) this.silence = error as Error;
      throw error;
    }
  }

  private async exchange<Schema extends z.ZodType>(call: ProcessorCall, schema: Schema): Promise<z.infer<Schema>> {
    const parsed = schema.safeParse(parseJson(await this.send(call)));
    if (parsed.success) return parsed.data;
    // Where, not what: the answer may hold account numbers.
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
