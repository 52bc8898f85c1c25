import { createTestDatabase, eventually } from '@payments/testing';
import type { TestDatabase } from '@payments/testing';
import { freePorts, portSettings } from './free-ports.js';
import type { Ports } from './free-ports.js';
import { HttpClient } from './http-client.js';
import type { ClientCredentials } from './http-client.js';
import { Program } from './program.js';

/** One api and one worker as processes of their own, on a database of their own. */
export class ServiceOnDatabase {
  private api: Program | undefined;
  private worker: Program | undefined;
  private workers = 0;

  private constructor(
    readonly database: TestDatabase,
    private readonly ports: Ports,
  ) {}

  static async start(settings: Readonly<Record<string, string>>): Promise<ServiceOnDatabase> {
    const ports = await freePorts();
    const database = await createTestDatabase({ ...portSettings(ports), ...settings });
    const service = new ServiceOnDatabase(database, ports);
    service.api = new Program('api', { settings: database.environment });
    await service.api.answers(`${service.baseUrl}/health/ready`);
    await service.startWorker();
    return service;
  }

  /** A client of a new enterprise, made as an operator makes one. */
  async client(): Promise<HttpClient> {
    const args = ['enterprise', 'create', '--name', 'Acme Payroll', '--json'];
    const { stdout, stderr } = await Program.run('cli', { args, settings: this.database.environment });
    if (stdout === '') throw new Error(`no enterprise: ${stderr}`);
    return HttpClient.login(this.baseUrl, JSON.parse(stdout) as ClientCredentials);
  }

  async startWorker(): Promise<void> {
    this.workers += 1;
    const settings = { ...this.database.environment, PGAPPNAME: this.workerName };
    this.worker = new Program('worker', { settings });
    await this.worker.answers(`http://127.0.0.1:${this.ports.metrics + 1}/health/ready`);
  }

  /** SIGKILL, and then at once what time would do: the leases that it held run out. */
  async killWorker(): Promise<void> {
    await this.worker?.stop('SIGKILL');
    // A statement that it had sent may still be at work and take a lease.
    await eventually('the connections of the killed worker are gone', async () => {
      const [row] = await this.database.query<{ left: number }>(
        `SELECT count(*)::int AS left FROM pg_stat_activity WHERE application_name = $1`,
        [this.workerName],
      );
      return row?.left === 0;
    });
    await this.database.query(`UPDATE platform.tasks SET run_at = now() WHERE lease_token IS NOT NULL`);
  }

  /** At once: nothing of it is needed any more. */
  async stop(): Promise<void> {
    await Promise.all([this.worker?.stop('SIGKILL'), this.api?.stop('SIGKILL')]);
    await this.database.drop();
  }

  private get baseUrl(): string {
    return `http://127.0.0.1:${this.ports.api}`;
  }

  private get workerName(): string {
    return `worker-${this.workers}`;
  }
}
