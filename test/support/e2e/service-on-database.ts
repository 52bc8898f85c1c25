import type { PaymentsClient, PaymentsClientOptions } from '@payments/client';
import { createTestDatabase, eventually } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { clientOf } from './client.js';
import { newEnterprise } from './enterprise.js';
import { freePorts, portSettings } from './free-ports.js';
import type { Ports } from './free-ports.js';
import { endLeases } from './leases.js';
import { Program } from './program.js';
import type { Ending } from './program.js';
import { raw } from './raw.js';

/** The name of the enterprise of every client. */
export const ENTERPRISE = 'Acme Payroll';

type ServiceDatabase = Pick<TestDatabase, 'environment' | 'query' | 'drop'>;

/** One api and one worker as separate processes, on a separate database. */
export class ServiceOnDatabase<Database extends ServiceDatabase = TestDatabase> {
  private api: Program | undefined;
  private worker: Program | undefined;
  private workers = 0;

  private constructor(
    readonly database: Database,
    private readonly ports: Ports,
  ) {}

  static async start(settings: Readonly<Record<string, string>>): Promise<ServiceOnDatabase> {
    return ServiceOnDatabase.on(await createTestDatabase(settings));
  }

  /** On a migrated database, which is dropped in the end. */
  static async on<Database extends ServiceDatabase>(database: Database): Promise<ServiceOnDatabase<Database>> {
    const service = new ServiceOnDatabase(database, await freePorts());
    await Promise.all([service.startApi(), service.startWorker()]);
    return service;
  }

  private async startApi(): Promise<void> {
    this.api = new Program('api', { settings: this.settings });
    await this.api.answers(`${this.baseUrl}/health/ready`);
  }

  /** SIGKILL, and then another api at the same address. */
  async killApi(): Promise<void> {
    await this.api?.stop('SIGKILL');
    await this.startApi();
  }

  /** Runs a command beside the service. */
  command(...args: string[]): Promise<Ending> {
    return Program.run('cli', { args, settings: this.settings });
  }

  /** A client of a new enterprise. */
  async client(name = ENTERPRISE, options: Partial<PaymentsClientOptions> = {}): Promise<PaymentsClient> {
    return clientOf(this.baseUrl, await newEnterprise(this.settings, name), options);
  }

  async startWorker(): Promise<void> {
    this.workers += 1;
    const settings = { ...this.settings, PGAPPNAME: this.workerName };
    this.worker = new Program('worker', { settings });
    await this.worker.answers(`http://127.0.0.1:${this.ports.metrics + 1}/health/ready`);
  }

  /** SIGKILL, then `meanwhile`, and then the leases that it held expire at once. */
  async killWorker(meanwhile: () => Promise<void> = () => Promise.resolve()): Promise<void> {
    await this.worker?.stop('SIGKILL');
    await meanwhile();
    // A statement that it had sent may still be running and take a lease.
    let left: unknown[] = [];
    await eventually('the connections of the killed worker are gone', async () => {
      left = await this.database.query(
        `SELECT pid, state, wait_event_type, wait_event, pg_blocking_pids(pid) AS blocked_by,
           now() - query_start AS since, query
         FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`,
        [this.workerName],
      );
      return left.length === 0;
    }).catch((error: Error) => {
      throw new Error(`${error.message}: ${JSON.stringify(left)}`);
    });
    await endLeases((sql) => this.database.query(sql));
  }

  /** The output of the api and the current worker. */
  get output(): string {
    return [this.api, this.worker].map((program) => `${program?.stdout}${program?.stderr}`).join('');
  }

  /** The metrics that the api exports. */
  async metrics(): Promise<string> {
    return (await raw(`http://127.0.0.1:${this.ports.metrics}/metrics`)).text;
  }

  /** Stops gracefully. Returns the exit codes of api and worker. */
  async end(): Promise<(number | null | undefined)[]> {
    const endings = await Promise.all([this.api?.stop('SIGTERM'), this.worker?.stop('SIGTERM')]);
    return endings.map((ending) => ending?.code);
  }

  /** At once: nothing of it is needed anymore. @throws Error with its output when a process had ended by itself. */
  async stop(): Promise<void> {
    const crashed = [this.worker, this.api].flatMap((program) =>
      program?.endedByItself ? [`the ${program.app} ended by itself with ${program.endedByItself}`] : [],
    );
    await Promise.all([this.worker?.stop('SIGKILL'), this.api?.stop('SIGKILL')]);
    await this.database.drop();
    if (crashed.length > 0) throw new Error(`${crashed.join(', ')}\n${this.output}`);
  }

  private get settings(): Record<string, string> {
    return { ...this.database.environment, ...portSettings(this.ports) };
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.ports.api}`;
  }

  private get workerName(): string {
    return `worker-${this.workers}`;
  }
}
