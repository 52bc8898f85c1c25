import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import ssh2, { type Connection, type FileEntry } from 'ssh2';
import type { Workplace } from '../bank/workplace.js';
import type { SftpUser } from '../settings/bank-settings.js';
import { authenticate } from './authentication.js';
import { CompanyFiles } from './company-files.js';
import { fingerprint, hostKey, keptPassword } from './host-keys.js';
import type { OpenFile } from './open-files.js';
import { SftpSession, type SftpShare } from './sftp-session.js';

const DEFAULT_USER = 'company';
const PASSWORD_FILE = 'sftp-password';

/** The bank's directories over SFTP. */
export class SftpServer {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private readonly share: SftpShare;
  private users: readonly SftpUser[] = [];

  constructor(
    private readonly place: Workplace,
    private readonly address: { readonly host: string; readonly port: number },
  ) {
    this.share = {
      files: new CompanyFiles(place.paths.root),
      faults: place.faults,
      openFiles: new Set<OpenFile>(),
      listings: new Map<string, FileEntry[]>(),
    };
    this.server = createServer((socket) => this.serve(socket));
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Whether a client is writing the file. */
  isOpen(directory: string, name: string): boolean {
    return [...this.share.openFiles].some(
      ({ isWritten, location }) => isWritten && location.directory === directory && location.name === name,
    );
  }

  async start(): Promise<void> {
    const { settings, paths, print } = this.place;
    const passwordFile = join(paths.private, PASSWORD_FILE);
    const generated = () => [{ name: DEFAULT_USER, password: keptPassword(passwordFile), publicKeys: [] }];
    this.users = settings.users.length > 0 ? settings.users : generated();
    this.server.listen(this.address.port, this.address.host);
    await once(this.server, 'listening');
    print(`SFTP on ${this.address.host} port ${this.port}, host key ${fingerprint(this.hostKey('host-key'))}`);
    if (settings.users.length === 0) print(`user ${DEFAULT_USER}, password in ${passwordFile}`);
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    if (!this.server.listening) return;
    this.server.close();
    await once(this.server, 'close');
  }

  /** Each connection has an SSH server of its own, so that its host key can be another one. */
  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => this.sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    const key = this.hostKey(this.place.faults.strikes('changed_host_key') ? 'changed-host-key' : 'host-key');
    const server = new ssh2.Server({ hostKeys: [key] }, (client) => this.accept(client, socket));
    server.injectSocket(socket);
  }

  private accept(client: Connection, socket: Socket): void {
    client.on('authentication', (context) => authenticate(context, this.users));
    // A client that breaks off is no fault of the bank.
    client.on('error', () => socket.destroy());
    client.on('session', (acceptSession) => {
      acceptSession().on('sftp', (acceptSftp) => {
        const session = new SftpSession(acceptSftp(), this.share, () => socket.resetAndDestroy());
        socket.on('close', () => session.end());
      });
    });
  }

  private hostKey(name: string): string {
    return hostKey(this.place.paths.private, name);
  }
}
