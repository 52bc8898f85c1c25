import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { posix } from 'node:path';
import { type AuthContext, type Connection, Server, type ServerConfig, type SFTPWrapper, utils } from 'ssh2';

const { STATUS_CODE } = utils.sftp;
const DIRECTORY = 0o040755;
const LINK = 0o120777;
const FILE = 0o100644;

type Node = { readonly kind: 'directory' } | { readonly kind: 'link' } | { readonly kind: 'file'; bytes: Buffer };

interface Call {
  /** The name of the request, such as OPEN. */
  readonly request: string;
  readonly reqid: number;
  readonly sftp: SFTPWrapper;
  readonly connection: Connection;
  readonly socket: Socket;
}

/** Takes the place of the ordinary answer to a request; false leaves it to the server. */
export type Misbehavior = (call: Call) => boolean;

/** A status with any code; ssh2 sends only those of version 3. */
export function sendStatus({ sftp, reqid }: Pick<Call, 'sftp' | 'reqid'>, code: number): void {
  // Length, type, request, code, and an empty message and language.
  const bytes = Buffer.alloc(21);
  bytes.writeUInt32BE(17, 0);
  bytes.writeUInt8(101, 4);
  bytes.writeUInt32BE(reqid, 5);
  bytes.writeUInt32BE(code, 9);
  const { _protocol, outgoing } = sftp as unknown as {
    readonly _protocol: { channelData(id: number, data: Buffer): void };
    readonly outgoing: { readonly id: number };
  };
  _protocol.channelData(outgoing.id, bytes);
}

/** A private key as PEM. Now and then ssh2 makes Ed25519 keys that it cannot read. */
export function privateKey(passphrase?: string): string {
  const locked = passphrase === undefined ? {} : { cipher: 'aes-256-cbc', passphrase };
  return generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    privateKeyEncoding: { type: 'sec1', format: 'pem', ...locked },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;
}

/** A server of SFTP in memory that can be made to misbehave at any request. */
export class SftpTestServer {
  /** The private key whose owner may log in. */
  readonly clientKey = privateKey();
  readonly nodes = new Map<string, Node>([['/', { kind: 'directory' }]]);
  /** Log-in methods that clients tried. */
  readonly attempts: string[] = [];
  readonly requests: string[] = [];
  readonly sockets = new Set<Socket>();
  misbehave: Misbehavior = () => false;
  /** Called for each connection, before any byte of SSH. */
  onSocket: (socket: Socket) => void = () => undefined;
  onLogIn: ((context: AuthContext) => void) | undefined;
  offersSftp = true;
  /** Names that a listing adds. */
  extraNames: string[] = [];
  /** What is added to every size that is told. */
  sizeLie = 0;
  private readonly server: Server;

  private constructor(
    readonly hostKey: string,
    config: Partial<ServerConfig>,
  ) {
    this.server = new Server({ hostKeys: [hostKey], ...config }, (connection) => this.serve(connection));
    const { _srv: listener } = this.server as unknown as { readonly _srv: NodeJS.EventEmitter };
    listener.prependListener('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
      this.onSocket(socket);
    });
  }

  static async start(config: Partial<ServerConfig> = {}): Promise<SftpTestServer> {
    const server = new SftpTestServer(privateKey(), config);
    server.server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The public host key, in the format of the protocol. */
  get publicKey(): Buffer {
    const key = utils.parseKey(this.hostKey);
    if (key instanceof Error) throw key;
    return key.getPublicSSH();
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise<void>((resolve) => void this.server.close(() => resolve()));
  }

  private serve(connection: Connection): void {
    const socket = (connection as unknown as { readonly _sock: Socket })._sock;
    connection.on('error', () => undefined);
    connection.on('authentication', (context) => {
      this.attempts.push(context.method);
      if (this.onLogIn) this.onLogIn(context);
      else if (context.method === 'publickey' && this.isClientKey(context.key.data)) context.accept();
      else context.reject(['publickey']);
    });
    connection.on('session', (accept) => {
      const session = accept();
      if (!this.offersSftp) return;
      session.on('sftp', (acceptSftp) => {
        const sftp = acceptSftp();
        sftp.on('error', () => undefined);
        this.answer({ sftp, connection, socket });
      });
    });
  }

  private isClientKey(data: Buffer): boolean {
    const key = utils.parseKey(this.clientKey);
    return !(key instanceof Error) && key.getPublicSSH().equals(data);
  }

  private answer(parts: Omit<Call, 'request' | 'reqid'>): void {
    const { sftp } = parts;
    const handles = new Map<string, { path: string; listed: boolean }>();
    let next = 0;
    const opened = (reqid: number, path: string) => {
      const handle = String(next++);
      handles.set(handle, { path, listed: false });
      sftp.handle(reqid, Buffer.from(handle));
    };
    const on = (request: string, answer: (reqid: number, ...args: never[]) => void) =>
      sftp.on(
        request as 'OPEN',
        ((reqid: number, ...args: never[]) => {
          this.requests.push(request);
          if (!this.misbehave({ ...parts, request, reqid })) answer(reqid, ...args);
        }) as never,
      );
    const fileOf = (handle: Buffer) => {
      const node = this.nodes.get(handles.get(handle.toString())?.path ?? '');
      return node?.kind === 'file' ? node : undefined;
    };
    const status = (reqid: number, code: number) => sftp.status(reqid, code);

    on('OPEN', (reqid, path: string, flags: number) => {
      const node = this.nodes.get(path);
      const creates = (flags & utils.sftp.OPEN_MODE.CREAT) !== 0;
      if (creates && this.nodes.get(posix.dirname(path))?.kind !== 'directory')
        return status(reqid, STATUS_CODE.NO_SUCH_FILE);
      if (node && (flags & utils.sftp.OPEN_MODE.EXCL) !== 0) return status(reqid, STATUS_CODE.FAILURE);
      if (!node && !creates) return status(reqid, STATUS_CODE.NO_SUCH_FILE);
      if (node && node.kind !== 'file') return status(reqid, STATUS_CODE.FAILURE);
      if (!node) this.nodes.set(path, { kind: 'file', bytes: Buffer.alloc(0) });
      opened(reqid, path);
    });
    on('READ', (reqid, handle: Buffer, ...[offset, length]: [number, number]) => {
      const bytes = fileOf(handle)?.bytes.subarray(offset, offset + length);
      if (bytes === undefined || bytes.length === 0) status(reqid, STATUS_CODE.EOF);
      else sftp.data(reqid, bytes);
    });
    on('WRITE', (reqid, handle: Buffer, ...[offset, data]: [number, Buffer]) => {
      const file = fileOf(handle);
      if (!file) return status(reqid, STATUS_CODE.FAILURE);
      const bytes = Buffer.alloc(Math.max(file.bytes.length, offset + data.length));
      file.bytes.copy(bytes);
      data.copy(bytes, offset);
      file.bytes = bytes;
      status(reqid, STATUS_CODE.OK);
    });
    const attributes = (reqid: number, path: string) => {
      const node = this.nodes.get(path);
      if (node) sftp.attrs(reqid, this.attributesOf(node));
      else status(reqid, STATUS_CODE.NO_SUCH_FILE);
    };
    on('LSTAT', attributes);
    on('FSTAT', (reqid, handle: Buffer) => attributes(reqid, handles.get(handle.toString())?.path ?? ''));
    on('OPENDIR', (reqid, path: string) => {
      if (this.nodes.get(path)?.kind === 'directory') opened(reqid, path);
      else status(reqid, STATUS_CODE.NO_SUCH_FILE);
    });
    on('READDIR', (reqid, handle: Buffer) => {
      const open = handles.get(handle.toString())!;
      if (open.listed) return status(reqid, STATUS_CODE.EOF);
      open.listed = true;
      sftp.name(reqid, this.entriesOf(open.path));
    });
    on('CLOSE', (reqid, handle: Buffer) =>
      status(reqid, handles.delete(handle.toString()) ? STATUS_CODE.OK : STATUS_CODE.FAILURE),
    );
    on('RENAME', (reqid, from: string, to: string) => {
      const node = this.nodes.get(from);
      if (!node) return status(reqid, STATUS_CODE.NO_SUCH_FILE);
      if (this.nodes.has(to)) return status(reqid, STATUS_CODE.FAILURE);
      this.nodes.set(to, node);
      this.nodes.delete(from);
      status(reqid, STATUS_CODE.OK);
    });
    on('REMOVE', (reqid, path: string) =>
      status(reqid, this.nodes.delete(path) ? STATUS_CODE.OK : STATUS_CODE.NO_SUCH_FILE),
    );
  }

  private attributesOf(node: Node) {
    const size = (node.kind === 'file' ? node.bytes.length : 0) + this.sizeLie;
    const mode = { directory: DIRECTORY, link: LINK, file: FILE }[node.kind];
    return { mode, size, uid: 0, gid: 0, atime: 1_700_000_000, mtime: 1_700_000_000 };
  }

  private entriesOf(directory: string) {
    const own = [...this.nodes].filter(([path]) => path !== '/' && posix.dirname(path) === directory);
    const named = [
      ...([
        ['.', { kind: 'directory' }],
        ['..', { kind: 'directory' }],
      ] as const),
      ...own.map(([path, node]) => [posix.basename(path), node] as const),
      ...this.extraNames.map((name) => [name, { kind: 'file', bytes: Buffer.alloc(0) }] as const),
    ];
    return named.map(([filename, node]) => ({ filename, longname: filename, attrs: this.attributesOf(node) }));
  }
}
