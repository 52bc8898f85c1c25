import { Agent, fetch } from 'undici';
import type { RequestInfo, RequestInit } from 'undici';
import type { PaymentsClient } from '@payments/client';
import { eventually } from '@payments/testing';
import { clientOf } from './client.js';
import { newEnterprise } from './enterprise.js';
import { freePorts, portSettings } from './free-ports.js';
import type { Ports } from './free-ports.js';
import { Gateway } from './gateway.js';
import { Program } from './program.js';
import { raw } from './raw.js';

/** Longer than a process drains, as in the shipped configuration. */
const FAIL_TIMEOUT_SECONDS = 3;
const FLEET_SETTINGS = {
  DRAIN_SECONDS: '1',
  TRUSTED_PROXIES: '127.0.0.1',
  PUBLIC_BASE_URL: 'https://api.example',
  PUBLIC_VAULT_URL: 'https://vault.example',
  PORTAL: 'off',
};

/** Two apis behind a gateway and any number of workers, on one database. Each may be of another build. */
export class Fleet {
  private readonly apis: Program[] = [];
  private readonly workers = new Map<string, Program>();
  private gateway: Gateway | undefined;
  private agent: Agent | undefined;

  private constructor(
    private readonly settings: Readonly<Record<string, string>>,
    private readonly apiPorts: readonly [Ports, Ports],
  ) {}

  /** Without workers. `apps` is the directory of another build. */
  static async start(settings: Readonly<Record<string, string>>, apps?: string): Promise<Fleet> {
    const fleet = new Fleet({ ...settings, ...FLEET_SETTINGS }, [await freePorts(), await freePorts()]);
    await Promise.all([fleet.startApi(0, apps), fleet.startApi(1, apps)]);
    const gateway = await Gateway.start({ apis: fleet.apiPorts, failTimeoutSeconds: FAIL_TIMEOUT_SECONDS });
    fleet.gateway = gateway;
    fleet.agent = new Agent({ connect: { ca: gateway.certificate } });
    return fleet;
  }

  /** A client of a new enterprise, through the gateway. Nothing of its responses is checked: they may be of two builds. */
  async client(name: string, apps?: string): Promise<PaymentsClient> {
    const { agent } = this;
    const fetchHere = (input: unknown, init: unknown) =>
      fetch(input as RequestInfo, { ...(init as RequestInit), ...(agent && { dispatcher: agent }) });
    return clientOf(this.gateway!.baseUrl, await newEnterprise(this.settings, name, apps), {
      fetch: fetchHere as unknown as typeof globalThis.fetch,
    });
  }

  async startApi(which: 0 | 1, apps?: string): Promise<void> {
    const ports = this.apiPorts[which];
    const program = new Program('api', {
      settings: { ...this.settings, ...portSettings(ports) },
      ...(apps && { apps }),
    });
    this.apis[which] = program;
    await program.answers(`http://127.0.0.1:${ports.metrics}/health/ready`);
  }

  /** Replaces an api by one of the given build, as an operator does it, and waits until it gets requests. */
  async replaceApi(which: 0 | 1, apps?: string): Promise<void> {
    await this.stopApi(which, 'SIGTERM');
    await this.startApi(which, apps);
    await eventually('the gateway sends it requests', () => getsRequests(this.apiPorts[which]));
  }

  async stopApi(which: 0 | 1, signal: NodeJS.Signals): Promise<void> {
    const { code } = await this.apis[which]!.stop(signal);
    if (signal === 'SIGTERM' && code !== 0) throw new Error(`an api ended with ${code}`);
  }

  async startWorker(name: string, apps?: string): Promise<void> {
    const ports = await freePorts();
    const settings = { ...this.settings, ...portSettings(ports), PGAPPNAME: name };
    const worker = new Program('worker', { settings, ...(apps && { apps }) });
    this.workers.set(name, worker);
    await worker.answers(`http://127.0.0.1:${ports.metrics + 1}/health/ready`);
  }

  async stopWorker(name: string, signal: NodeJS.Signals): Promise<void> {
    const { code } = await this.workers.get(name)!.stop(signal);
    if (signal === 'SIGTERM' && code !== 0) throw new Error(`${name} ended with ${code}`);
  }

  /** What the processes have written: warnings and errors, where the level is that. */
  get output(): string {
    return [...this.apis, ...this.workers.values()].map(({ stdout, stderr }) => stdout + stderr).join('');
  }

  async stop(): Promise<void> {
    await this.agent?.destroy();
    await this.gateway?.stop();
    await Promise.all([...this.apis, ...this.workers.values()].map((program) => program.stop('SIGKILL')));
  }
}

/** Whether it has served a client request since it started. */
async function getsRequests({ metrics }: Ports): Promise<boolean> {
  const { text } = await raw(`http://127.0.0.1:${metrics}/metrics`);
  return /^payments_http_request_seconds_count\{[^}]*deliver[^}]*\} [1-9]/m.test(text);
}
