import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import { freePorts } from './free-ports.js';

const env = { ...process.env, PATH: [process.env['PATH'], '/usr/sbin'].join(delimiter) };

export const hasPgbouncer = spawnSync('pgbouncer', ['--version'], { env }).status === 0;

/** A PgBouncer in transaction mode with very few connections to the server. */
export class Pooler {
  private constructor(
    /** The address of the login that was given, by way of the pooler. */
    readonly url: string,
    private readonly server: ChildProcess,
    private readonly directory: string,
  ) {}

  static async start(login: string, connections: number): Promise<Pooler> {
    const { api: port } = await freePorts();
    const directory = mkdtempSync(join(tmpdir(), 'payments-pooler-'));
    const url = new URL(login);
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    const users = join(directory, 'users.txt');
    const settings = join(directory, 'pgbouncer.ini');
    writeFileSync(users, `"${user}" "${password}"\n`);
    writeFileSync(
      settings,
      ['[databases]', `* = host=${url.hostname} port=${url.port}`, '[pgbouncer]', 'pool_mode = transaction']
        .concat(['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = scram-sha-256'])
        .concat([`auth_file = ${users}`, `default_pool_size = ${connections}`, 'max_client_conn = 500'])
        // Adds ":port" of the client to the name under which the server knows a connection.
        .concat(['application_name_add_host = 1'])
        .join('\n'),
    );
    // It refuses to run as root.
    chmodSync(directory, 0o755);
    const server = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), settings], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    url.port = String(port);
    await eventually('PgBouncer answers', async () => {
      if (server.exitCode !== null) throw new Error(`pgbouncer ended: ${said}`);
      const client = new Client({ connectionString: url.toString() });
      return client.connect().then(
        () => client.end().then(() => true),
        () => false,
      );
    });
    return new Pooler(url.toString(), server, directory);
  }

  async stop(): Promise<void> {
    if (this.server.exitCode === null) {
      const ended = once(this.server, 'exit');
      this.server.kill('SIGTERM');
      await ended;
    }
    rmSync(this.directory, { recursive: true, force: true });
  }
}
