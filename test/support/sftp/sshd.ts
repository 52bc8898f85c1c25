import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@payments/testing';
import { freePorts } from '../e2e/free-ports.js';

const PROGRAM = '/usr/sbin/sshd';
const SFTP_SERVER = '/usr/lib/openssh/sftp-server';

/** Whether OpenSSH's server and its sftp-server are installed. */
export const hasSshd = existsSync(PROGRAM) && existsSync(SFTP_SERVER);

/** OpenSSH's server for the user of this process, on a high port. */
export class Sshd {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(): Promise<Sshd> {
    const folder = mkdtempSync(join(tmpdir(), 'sshd-'));
    for (const name of ['host', 'client']) {
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
    }
    // As root it wants a directory for its unprivileged part.
    if (userInfo().uid === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
    const { api: port } = await freePorts();
    const settings = [
      ...[`Port ${port}`, 'ListenAddress 127.0.0.1', `HostKey ${join(folder, 'host')}`, 'PidFile none'],
      ...[`AuthorizedKeysFile ${join(folder, 'client.pub')}`, 'StrictModes no', 'UsePAM no'],
      ...['PermitRootLogin prohibit-password', 'PasswordAuthentication no', `Subsystem sftp ${SFTP_SERVER}`],
    ];
    writeFileSync(join(folder, 'sshd_config'), settings.join('\n'));
    const args = ['-D', '-e', '-f', join(folder, 'sshd_config')];
    const program = spawn(PROGRAM, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    program.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
    await eventually('sshd listens', async () => {
      if (program.exitCode !== null) throw new Error(`sshd ended: ${log}`);
      return accepts(port);
    });
    return new Sshd(program, folder, port);
  }

  get username(): string {
    return userInfo().username;
  }

  get clientKeyFile(): string {
    return join(this.folder, 'client');
  }

  get publicKey(): Buffer {
    return Buffer.from(readFileSync(join(this.folder, 'host.pub'), 'utf8').split(' ')[1]!, 'base64');
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    if (this.process.exitCode === null && this.process.kill()) await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('data', () => socket.destroy());
  });
}
