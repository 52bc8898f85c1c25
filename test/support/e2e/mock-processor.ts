import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const program = join(__dirname, 'mock-bank-connector.mjs');
const endsWithParent = join(__dirname, 'ends-with-parent.cjs');
const TOKEN = 'token-of-the-mock';

/** How the mock behaves; mock-bank-connector.mjs says what each is, and its default. */
export interface MockBehaviour {
  readonly seed?: number;
  readonly latency_ms?: number;
  readonly result_delay_ms?: number;
  readonly drop_answers?: number;
  readonly drop_requests?: number;
  readonly drop_reads?: number;
  readonly duplicates?: number;
  readonly reorder?: boolean;
}

/** A line of the log; its type determines its fields. */
export interface MockLine {
  readonly type: 'life' | 'instruction' | 'again' | 'missed' | 'fenced' | 'result' | 'given';
  readonly end_to_end_id: string;
  readonly batch_id?: string;
  readonly enterprise_id?: string;
  readonly rail?: string;
  readonly amount?: number;
  readonly result_id?: string;
  readonly kind?: string;
}

/** The bank connector that tests use, in a separate process; it keeps its log over any number of lives. */
export class MockProcessor {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly directory: string,
    private readonly behaviour: MockBehaviour,
    private port = 0,
  ) {}

  static async start(behaviour: MockBehaviour = {}): Promise<MockProcessor> {
    const mock = new MockProcessor(mkdtempSync(join(tmpdir(), 'mock-processor-')), behaviour);
    await mock.start();
    return mock;
  }

  /** The settings that make a service use it. */
  get settings(): Record<string, string> {
    return { PROCESSOR: 'http', PROCESSOR_URL: this.url, PROCESSOR_TOKEN: TOKEN };
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get logFile(): string {
    return join(this.directory, 'log.jsonl');
  }

  get pid(): number {
    return this.child!.pid!;
  }

  /** Restarts it at the same address after a kill. */
  async start(): Promise<void> {
    const settings = { ...this.behaviour, token: TOKEN, port: this.port, log: this.logFile };
    this.child = spawn(process.execPath, ['--require', endsWithParent, program, JSON.stringify(settings)], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    for await (const line of createInterface(this.child.stdout!)) {
      ({ port: this.port } = JSON.parse(line) as { port: number });
      return;
    }
    throw new Error('the mock processor did not start');
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const ended = once(this.child!, 'exit');
    this.child!.kill(signal);
    await ended;
  }

  /** Changes how it behaves, while it runs. */
  async behave(behaviour: MockBehaviour): Promise<void> {
    const { status } = await this.call('PUT', '/mock/settings', behaviour);
    if (status !== 200) throw new Error(`the mock processor answered ${status}`);
  }

  /** Calls it as the service does. */
  async call(method: string, path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> {
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}` },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  /** The complete lines of its log. */
  lines(type?: MockLine['type']): MockLine[] {
    const text = readFileSync(this.logFile, 'utf8');
    const whole = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
    const lines = whole.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as MockLine]));
    return type === undefined ? lines : lines.filter((line) => line.type === type);
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.directory, { recursive: true });
  }
}
