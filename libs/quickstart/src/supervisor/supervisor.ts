import { join } from 'node:path';
import { once } from 'node:events';
import { type Config, loadConfig, localUrl } from '@payments/config';
import type { DataDir } from '../data-directory/data-dir.js';
import { recordOf, writeRun } from '../data-directory/run-file.js';
import { startEmbedded } from './database.js';
import type { EmbeddedDatabase } from './database.js';
import { watchDatabase } from './database-watch.js';
import { LogView } from './log-view.js';
import { untilReady } from './ready.js';
import { ServiceProcess } from './service-process.js';
import type { StartSteps } from './start-steps.js';
import type { StopRequest } from './stop-request.js';

/** A second longer than the processes' own limit, so that they can log what they dropped. */
const DRAIN_MS = 31_000;

/** One run of the whole service: the database, the api and the worker, from start to stop. */
export class Supervisor {
  private readonly services: ServiceProcess[] = [];
  private database: EmbeddedDatabase | undefined;
  private config: Config | undefined;

  constructor(
    private readonly env: NodeJS.ProcessEnv,
    private readonly dataDir: DataDir,
    private readonly stop: StopRequest,
    private readonly steps: StartSteps,
  ) {}

  /** Resolves after a clean stop. @throws the cause of a failed start, after everything is stopped. */
  async run(): Promise<void> {
    try {
      await this.start();
      await this.untilDone();
    } finally {
      await this.end();
    }
  }

  private async untilDone(): Promise<void> {
    const done = new AbortController();
    const signal = AbortSignal.any([this.stop.signal, done.signal]);
    const work = this.steps.work?.(signal);
    try {
      await Promise.race([this.untilStopped(signal), ...(work ? [work] : [])]);
    } finally {
      done.abort();
      // It may need the service to clean up.
      await Promise.allSettled([work]);
    }
  }

  private async untilStopped(signal: AbortSignal): Promise<void> {
    if (this.database !== undefined) await watchDatabase(this.database, this.steps.terminal, signal);
    else if (!signal.aborted) await once(signal, 'abort');
  }

  private async start(): Promise<void> {
    const env = await this.completeEnvironment();
    const config = loadConfig(env);
    this.config = config;
    this.record();
    this.stop.signal.throwIfAborted();
    const applied = await this.step('database schema up to date', () => this.steps.migrate(config));
    if (applied > 0) this.steps.terminal.say(`  ${applied} ${applied === 1 ? 'migration' : 'migrations'} applied`);
    this.stop.signal.throwIfAborted();
    const place = { dataDir: this.dataDir, ownsDatabase: this.database !== undefined };
    const announce = await this.steps.prepare(config, place);
    this.stop.signal.throwIfAborted();
    await this.step('api and worker ready', () => this.startServices(config, env));
    process.stdout.write(await announce());
  }

  private async completeEnvironment(): Promise<NodeJS.ProcessEnv> {
    const env = { ...this.env };
    // A developer's endpoint runs on the same machine.
    if (env['ENVIRONMENT'] !== 'production') env['WEBHOOK_ALLOW_PRIVATE'] ||= 'true';
    env['DRAIN_SECONDS'] ||= '0';
    if (!env['KEY_RING'] && !env['KEY_RING_FILE']) env['KEY_RING_FILE'] = this.dataDir.ensureKeys();
    if (env['DATABASE_URL']) return env;
    const { terminal } = this.steps;
    this.database = await this.step('database started', () => startEmbedded(this.dataDir, terminal));
    return { ...env, ...this.database.env };
  }

  private async startServices(config: Config, env: NodeJS.ProcessEnv): Promise<void> {
    // Their logs are files, which LogView reads.
    const childEnv: NodeJS.ProcessEnv = { ...env, LOG_FORMAT: 'json' };
    // With both URLs set the processes get only their own login; the owner's is for migrations.
    if (env['DATABASE_URL']) delete childEnv['DATABASE_ADMIN_URL'];
    const { terminal, programOf, isReady } = this.steps;
    const health = { api: [config.host, config.port], worker: [config.metricsHost, config.metricsPort + 1] } as const;
    await Promise.all(
      (['api', 'worker'] as const).map((name) => {
        const logFile = join(this.dataDir.logs, `${name}.log`);
        const logs = new LogView(name, logFile, terminal);
        const program = programOf(name);
        const onPid = () => this.record();
        const service = new ServiceProcess({ name, program, env: childEnv, logs, terminal, onPid });
        this.services.push(service);
        service.start();
        const url = `${localUrl(...health[name])}/health/ready`;
        return untilReady(service, { isReady, url, logs, logFile, signal: this.stop.signal });
      }),
    );
  }

  private record(): void {
    const { config } = this;
    if (!config) return;
    writeRun(this.dataDir.run, {
      supervisor: recordOf(process.pid),
      children: this.services.flatMap(({ pid }) => (pid === undefined ? [] : [recordOf(pid)])),
      ports: { api: config.port, vault: config.vaultPort, metrics: config.metricsPort },
      base_url: config.publicBaseUrl,
      vault_url: config.publicVaultUrl,
      embedded: this.database !== undefined,
      stopping: this.stop.signal.aborted,
    });
  }

  private async end(): Promise<void> {
    this.record();
    if (this.stop.signal.aborted)
      this.steps.terminal.say('stopping: finishing running requests and jobs (press Ctrl-C again to stop immediately)');
    const killAll = () => this.services.forEach((service) => service.kill());
    const timer = setTimeout(killAll, DRAIN_MS);
    this.stop.hurrySignal.addEventListener('abort', killAll);
    if (this.stop.hurrySignal.aborted) killAll();
    await Promise.all(this.services.map((service) => service.stop()));
    clearTimeout(timer);
    await this.database?.server.stop();
    if (this.stop.signal.aborted) this.steps.terminal.say('stopped');
  }

  private async step<Result>(title: string, work: () => Promise<Result>): Promise<Result> {
    const started = performance.now();
    const result = await work();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const { paint, say } = this.steps.terminal;
    say(`${paint('green', '✔')} ${title} ${paint('dim', `${seconds} s`)}`);
    return result;
  }
}
