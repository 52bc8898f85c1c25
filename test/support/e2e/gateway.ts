import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from '@payments/testing';
import type { Ports } from './free-ports.js';
import { freePorts } from './free-ports.js';
import { statusOf } from './raw.js';

const source = join(__dirname, '../../../docker/gateway');
const script = join(__dirname, '../../../deploy/systemd/gateway.sh');
const PATH = [process.env['PATH'], '/usr/sbin'].join(delimiter);
const env = { ...process.env, PATH };

/** Whether this machine has the programs of a gateway. */
export const hasNginx = [
  ['nginx', '-v'],
  ['openssl', 'version'],
].every(([program, argument]) => spawnSync(program!, [argument!], { env }).status === 0);

/** How often the container's health check asks; see compose.yaml. */
const PROBE_MS = 100;
const LOG = 'output.log';

export interface GatewayOptions {
  /** The two processes in place of `api-1` and `api-2`. */
  readonly apis: readonly [Ports, Ports];
  /** In place of the 10 s for which an unresponsive process gets no requests. */
  readonly failTimeoutSeconds: number;
}

/** The nginx of docker/gateway with its own configuration, but for addresses and one time; and its health check. */
export class Gateway {
  private prober: NodeJS.Timeout | undefined;

  private constructor(
    private readonly directory: string,
    private readonly server: ChildProcess,
    private readonly ports: Ports,
    /** PEM of the certificate that it shows, which signs itself. */
    readonly certificate: string,
  ) {}

  static async start(options: GatewayOptions): Promise<Gateway> {
    const directory = mkdtempSync(join(tmpdir(), 'payments-gateway-'));
    const ports = await freePorts();
    configure(options, ports, directory);
    const certificate = makeCertificate(directory);
    // A file: what is no file or pipe, such as the sockets of node, cannot be opened as /dev/stdout.
    const log = openSync(join(directory, LOG), 'w');
    const args = ['-p', directory, '-c', join(directory, 'nginx.conf')];
    const server = spawn('nginx', args, { env, stdio: ['ignore', log, log] });
    closeSync(log);
    const gateway = new Gateway(directory, server, ports, certificate);
    await eventually('the gateway answers', async () => {
      if (server.exitCode !== null) throw new Error(`nginx ended: ${gateway.output}`);
      return (await gateway.probe('base')) === 200 && (await gateway.probe('vault')) === 200;
    });
    gateway.prober = setInterval(() => void Promise.all([gateway.probe('base'), gateway.probe('vault')]), PROBE_MS);
    return gateway;
  }

  /** Its output so far. */
  get output(): string {
    return readFileSync(join(this.directory, LOG), 'utf8');
  }

  get baseUrl(): string {
    return `https://localhost:${this.ports.api}`;
  }

  get vaultUrl(): string {
    return `https://localhost:${this.ports.vault}`;
  }

  async stop(): Promise<void> {
    clearInterval(this.prober);
    if (this.server.exitCode === null) {
      const ended = once(this.server, 'exit');
      this.server.kill('SIGTERM');
      await ended;
    }
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** The status that the container's health check gets; 0 for no response. */
  private probe(address: 'base' | 'vault'): Promise<number> {
    return statusOf(`http://127.0.0.1:${this.ports.metrics}/${address}?1`);
  }
}

/** As an operator makes it without containers; see docs/operate/without-containers.md. */
function configure({ apis, failTimeoutSeconds }: GatewayOptions, ports: Ports, directory: string): void {
  const local = (port: number) => `127.0.0.1:${port}`;
  const settings = {
    GATEWAY_BASE: local(ports.api),
    GATEWAY_VAULT: local(ports.vault),
    GATEWAY_PROBE: local(ports.metrics),
    GATEWAY_API_1: local(apis[0].api),
    GATEWAY_API_1_VAULT: local(apis[0].vault),
    GATEWAY_API_2: local(apis[1].api),
    GATEWAY_API_2_VAULT: local(apis[1].vault),
    GATEWAY_FAIL_SECONDS: String(failTimeoutSeconds),
    GATEWAY_CERTIFICATE: join(directory, 'certificate.pem'),
    GATEWAY_CERTIFICATE_KEY: join(directory, 'certificate.key'),
    GATEWAY_ACCESS_LOG: '/dev/stdout',
  };
  const made = spawnSync('sh', [script, source, directory], { env: { ...env, ...settings } });
  if (made.status !== 0) throw new Error(`gateway.sh: ${made.stderr.toString()}`);
}

function makeCertificate(directory: string): string {
  const [key, certificate] = [join(directory, 'certificate.key'), join(directory, 'certificate.pem')];
  const made = spawnSync('openssl', [
    ...['req', '-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-days', '2'],
    ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificate],
  ]);
  if (made.status !== 0) throw new Error(`openssl: ${made.stderr.toString()}`);
  return readFileSync(certificate, 'utf8');
}
