import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { Client, type SFTPWrapper, utils } from 'ssh2';
import { ChannelError, type ChannelStep } from '../../domain/channel-error.js';
import type { SecretSource, SftpChannel } from '../../domain/connection.js';
import { type Environment, readSecret, SecretError } from '../secrets.js';
import { sshAlgorithms } from './algorithms.table.js';
import { openSocket } from './open-socket.js';
import { type Resolve, resolveHost } from './resolve-host.js';
import { SftpSession } from './sftp-session.js';

export interface OpenOptions {
  readonly env: Environment;
  /** Called when a step is done, with what it found. */
  readonly onStep?: ((step: ChannelStep, found: string) => void) | undefined;
  readonly resolve?: Resolve;
}

interface Credentials {
  readonly privateKey?: string;
  readonly passphrase?: string;
  readonly password?: string;
}

/**
 * Connects, checks the host key before anything secret is sent, logs in and starts SFTP, all within the connect time-out.
 * After an error no socket is open.
 * @throws ChannelError
 */
export async function openSession(channel: SftpChannel, { env, onStep, resolve }: OpenOptions): Promise<SftpSession> {
  const credentials = readCredentials(channel, env);
  const deadline = new Deadline(channel.connect_timeout_seconds * 1000);
  let socket: Socket | undefined;
  try {
    const addresses = await deadline.limit(resolveHost(channel, resolve), 'resolve', 'dns');
    onStep?.('resolve', addresses.join(', '));
    socket = await openSocket({ addresses, port: channel.port }, deadline.signal);
    onStep?.('connect', `port ${channel.port}`);
    const attempt = new LogIn(channel, socket, onStep);
    const parts = await deadline.limit(attempt.run(credentials), () => attempt.step, 'broken');
    return new SftpSession({ ...parts, socket, idleMs: channel.idle_timeout_seconds * 1000 });
  } catch (error) {
    socket?.destroy();
    throw error;
  } finally {
    deadline.clear();
  }
}

/** The time for all steps together. */
class Deadline {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly ms: number) {
    this.timer = setTimeout(() => this.controller.abort(), ms);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  clear(): void {
    clearTimeout(this.timer);
  }

  limit<T>(work: Promise<T>, step: ChannelStep | (() => ChannelStep), fault: 'dns' | 'broken'): Promise<T> {
    const late = () => {
      const message = `no answer within ${this.ms / 1000} s; retry, or ask the bank`;
      return new ChannelError(typeof step === 'string' ? step : step(), fault, message);
    };
    return new Promise((resolve, reject) => {
      const abort = () => reject(late());
      if (this.signal.aborted) abort();
      this.signal.addEventListener('abort', abort, { once: true });
      void work.then(resolve, reject).finally(() => this.signal.removeEventListener('abort', abort));
    });
  }
}

/** One log-in over a connected socket. */
class LogIn {
  /** What is waited for. */
  step: ChannelStep = 'host_key';
  private readonly client = new Client();
  private refusal: ChannelError | undefined;

  constructor(
    private readonly channel: SftpChannel,
    private readonly socket: Socket,
    private readonly onStep: OpenOptions['onStep'],
  ) {}

  run(credentials: Credentials): Promise<{ client: Client; sftp: SFTPWrapper }> {
    return new Promise((resolve, reject) => {
      const { client } = this;
      // The listener stays: an error after the end of this attempt would end the process.
      client.on('error', (error: Error & { level?: string }) => reject(this.refusal ?? this.errorOf(error)));
      client.on('close', () => reject(this.refusal ?? this.broken('the server closed the connection')));
      client.on('ready', () => {
        this.done('log_in', this.channel.username, 'start_sftp');
        client.sftp((error, sftp) => {
          if (error) reject(this.broken('the server offers no SFTP for this login; ask the bank'));
          else {
            this.done('start_sftp', '', 'start_sftp');
            resolve({ client, sftp });
          }
        });
      });
      client.connect({
        sock: this.socket,
        username: this.channel.username,
        ...credentials,
        authHandler: methodsOf(credentials),
        algorithms: sshAlgorithms[this.channel.algorithms],
        hostVerifier: (key: Buffer) => this.isPinned(key),
        // The deadline covers all steps.
        readyTimeout: 0,
      });
    });
  }

  private isPinned(key: Buffer): boolean {
    const fingerprint = fingerprintOf(key);
    const type = key
      .subarray(4, 4 + Math.min(key.readUInt32BE(0), 40))
      .toString('latin1')
      .replace(/[^\x21-\x7e]/g, '?');
    if (this.channel.host_keys.includes(fingerprint)) {
      // Keys are exchanged again after an hour or a gigabyte.
      if (this.step === 'host_key') this.done('host_key', `${type} ${fingerprint}`, 'log_in');
      return true;
    }
    const message = `the server has the key ${fingerprint} (${type}), which is not in host_keys; nothing was sent, ask the bank whether it changed its key`;
    this.refusal = new ChannelError('host_key', 'host_key', message);
    return false;
  }

  private done(step: ChannelStep, found: string, next: ChannelStep): void {
    this.onStep?.(step, found);
    this.step = next;
  }

  private errorOf(error: Error & { level?: string }): ChannelError {
    if (error.level === 'client-authentication') {
      const message = `the server refuses the login of ${this.channel.username}; check the username, and that the bank has your public key`;
      return new ChannelError('log_in', 'auth', message);
    }
    if (/no matching/i.test(error.message)) {
      return this.broken('the server shares no algorithm; ask the bank for newer ones, or set algorithms to legacy');
    }
    return this.broken('the server broke the connection or is no SSH server; check host and port');
  }

  private broken(message: string): ChannelError {
    return new ChannelError(this.step, 'broken', message);
  }
}

/** As `ssh-keygen -l` prints it. */
function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

function methodsOf({ privateKey, password }: Credentials): ('publickey' | 'password')[] {
  return [
    ...(privateKey === undefined ? [] : ['publickey' as const]),
    ...(password === undefined ? [] : ['password' as const]),
  ];
}

function readCredentials(channel: SftpChannel, env: Environment): Credentials {
  const read = (name: 'private_key' | 'passphrase' | 'password'): string | undefined => {
    const source: SecretSource | null = channel[name];
    try {
      return source === null ? undefined : readSecret(source, env);
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      throw new ChannelError('log_in', 'auth', `channel.${name}: ${error.message}; correct its place in the profile`);
    }
  };
  const [privateKey, passphrase, password] = [read('private_key'), read('passphrase'), read('password')];
  if (privateKey !== undefined) checkKey(privateKey, passphrase);
  return {
    ...(privateKey !== undefined && { privateKey }),
    ...(passphrase !== undefined && { passphrase }),
    ...(password !== undefined && { password }),
  };
}

function checkKey(privateKey: string, passphrase: string | undefined): void {
  const key = utils.parseKey(privateKey, passphrase);
  if (!(key instanceof Error) && key.isPrivateKey()) return;
  const message =
    'channel.private_key: cannot be used as a private key; check its format (OpenSSH or PEM) and the passphrase';
  throw new ChannelError('log_in', 'auth', message);
}
