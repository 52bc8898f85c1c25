import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Health, valueAt } from '@payments/http';
import type { OpenApi } from '@payments/http';
import { Secrets } from '@payments/persistence';
import { eventually } from '@payments/testing';
import { Client } from 'pg';
import type { FastifyRequest } from 'fastify';
import { AccessTokens } from '../../libs/auth/src/application/ports.js';
import { describeApplication } from '../../apps/api/src/describe-api.js';
import { story } from '../../apps/api/src/description/examples/story.table.js';
import { ApiClient } from './api-client.js';
import { document } from './documented.js';
import { raw } from './e2e/raw.js';
import { PortalUser } from './portal-user.js';
import { WebhookReceiver } from './receiver.js';
import { FROZEN } from './sandbox.js';
import { startTestService } from './service.js';
import type { TestService } from './service.js';
import { send, RecordedExamples, urlOf } from './recorded-examples.js';
import type { ExampleResponse, ExampleRequest } from './recorded-examples.js';

const AT_ONCE = 2;
const LIMITED = { reads_per_second: 1, writes_per_second: 1 };
const SETTINGS = { ...FROZEN, LOG_LEVEL: 'silent', MAX_REQUESTS: String(AT_ONCE), RATE_LIMIT_ADDRESS: '1' };
const PRODUCTION = {
  ...{ ENVIRONMENT: 'production', WEBHOOK_ALLOW_PRIVATE: '', LOG_LEVEL: 'silent' },
  ...{ PROCESSOR: 'http', PROCESSOR_URL: 'http://127.0.0.1:1', PROCESSOR_TOKEN: 'token' },
};
/** Take back what the story has made, so they are left out. */
const UNDOING = ['resetSandbox', 'logOutOfPortal'];
/** Any operation that others may wait behind. */
const WAITING: ExampleRequest = { method: 'GET', path: '/.well-known/jwks.json', ids: {}, query: {}, headers: {} };
const ENOUGH = 100;

/** Has the work of a request fail, or wait, when the request says so. */
class Sabotage implements NestInterceptor {
  static readonly header = 'x-sabotage';
  waiting = 0;
  private open: () => void = () => undefined;
  private gate = Promise.resolve();

  async intercept(context: ExecutionContext, next: CallHandler) {
    const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
    if (headers[Sabotage.header] === 'fail') throw new Error('provoked');
    if (headers[Sabotage.header] === 'wait') {
      this.waiting += 1;
      await this.gate;
      this.waiting -= 1;
    }
    return next.handle();
  }

  close(): void {
    this.gate = new Promise((resolve) => (this.open = resolve));
  }

  release(): void {
    this.open();
  }
}

/** A service to which the story was examples, and the means to bring about what goes wrong with it. */
export class ErrorScene {
  private constructor(
    readonly story: RecordedExamples,
    private readonly service: TestService,
    /** Of production; it has not started wholly. */
    private readonly starting: TestService,
    private readonly sabotage: Sabotage,
    private readonly limited: { readonly client: string; readonly user: string; readonly api_key: string },
  ) {}

  static async open(): Promise<ErrorScene> {
    // The first of the two: of all in a process the last one has its tokens read.
    const starting = await startTestService(PRODUCTION);
    const sabotage = new Sabotage();
    const service = await startTestService(SETTINGS, (app) => app.useGlobalInterceptors(sabotage));
    const limited = await service.createEnterprise();
    await service.database.query(
      `UPDATE platform.enterprises SET settings = settings || jsonb_build_object('rate_limits', $2::jsonb)
       WHERE enterprise_id = $1`,
      [limited.enterprise_id, LIMITED],
    );
    const { token: client } = await ApiClient.login(service.api, limited);
    const { token: user } = await PortalUser.login(service.api, limited.user);
    service.api.get(Health).markStarted();
    await service.startWorker();
    const receiver = new WebhookReceiver();
    await receiver.listen();
    const examples = await RecordedExamples.begin(service.api, receiver);
    for (const step of story) if (!UNDOING.includes(step.operation)) await examples.tell(step);
    await receiver.close();
    await service.api.listen(0, '127.0.0.1');
    return new ErrorScene(examples, service, starting, sabotage, { client, user, api_key: limited.api_key });
  }

  async close(): Promise<void> {
    await this.starting.stop();
    await this.service.stop();
  }

  /** What the service says of itself. */
  description(): OpenApi {
    const [baseUrl, vaultUrl] = document.servers.map(({ url }) => String(url)) as [string, string];
    return describeApplication(this.service.api, { baseUrl, vaultUrl });
  }

  send(request: ExampleRequest): Promise<ExampleResponse> {
    return send(this.service.api, request);
  }

  /** To a service of production that is still starting. */
  sendToProduction(request: ExampleRequest): Promise<ExampleResponse> {
    return send(this.starting.api, request);
  }

  /** While so many reports wait for a worker. */
  async sendBesideReports(count: number, requestFor: (id: string) => ExampleRequest): Promise<ExampleResponse> {
    const rows = await this.service.database.query<{ id: string }>(
      `INSERT INTO reports.reports (enterprise_id, id, kind, format, status, report_scope, start_time, end_time, parts,
         rows, bytes, sequence, version, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'recon', 'csv', 'created', 'total', now() - interval '1 day', now(), 0, 0, 0, 1, 1,
         now(), now() FROM generate_series(1, $2::int) RETURNING id`,
      [this.story.credentials.enterprise_id, count],
    );
    try {
      return await this.send(requestFor(rows[0]!.id));
    } finally {
      const ids = rows.map(({ id }) => id);
      await this.service.database.query('DELETE FROM reports.reports WHERE id = ANY($1::uuid[])', [ids]);
    }
  }

  /** Sends a message of the head alone, over a separate connection, with a line in it that is no header. */
  async sendBroken(request: ExampleRequest): Promise<ExampleResponse> {
    const { port } = new URL(this.url);
    const text = await new Promise<string>((resolve, reject) => {
      const head = `${request.method} ${urlOf(request)} HTTP/1.1\r\nno header\r\n\r\n`;
      const socket = connect(Number(port), '127.0.0.1', () => socket.write(head));
      let received = '';
      socket.on('data', (chunk) => (received += chunk.toString()));
      socket.on('close', () => resolve(received)).on('error', reject);
    });
    const [head = '', body = ''] = text.split('\r\n\r\n', 2);
    const [statusLine = '', ...lines] = head.split('\r\n');
    const headers = lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 2)]);
    return { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers), text: body };
  }

  /** Its work fails in an unforeseen way. */
  sendFailing(request: ExampleRequest): Promise<ExampleResponse> {
    return this.send({ ...request, headers: { ...request.headers, [Sabotage.header]: 'fail' } });
  }

  /** As often as it takes: by a caller, or from an address, that may send one in a second. */
  async sendTooOften(request: ExampleRequest, as: 'client' | 'user' | 'nobody'): Promise<ExampleResponse> {
    // Without the cookie, the requests that are let through can neither use up the session of the story nor end it.
    const own = as === 'nobody' ? { cookie: '' } : { authorization: `Bearer ${this.limited[as]}` };
    const key = request.headers['x-api-key'] === undefined ? {} : { 'x-api-key': this.limited.api_key };
    const often = { ...request, headers: { ...request.headers, ...own, ...key } };
    let answer = await send(this.service.api, often, '198.51.100.1');
    for (let i = 0; i < ENOUGH && answer.status !== 429; i++) {
      answer = await send(this.service.api, often, '198.51.100.1');
    }
    return answer;
  }

  /** While the service works on as many requests as it ever does. */
  async sendWhileBusy(request: ExampleRequest): Promise<ExampleResponse> {
    this.sabotage.close();
    // Of the same caller: of another one, the request would still be within its share.
    const caller = Object.entries(request.headers).filter(([name]) => name.toLowerCase() === 'authorization');
    const wait = { ...WAITING, headers: { ...Object.fromEntries(caller), [Sabotage.header]: 'wait' } };
    const waiting = Array.from({ length: AT_ONCE }, () => this.send(wait));
    try {
      await eventually('other requests are in progress', async () => this.sabotage.waiting === AT_ONCE);
      const { method, headers, body } = request;
      const text = typeof body === 'object' ? JSON.stringify(body) : body;
      return await raw(`${this.url}${urlOf(request)}`, { method, headers, ...(text !== undefined && { body: text }) });
    } finally {
      this.sabotage.release();
      await Promise.all(waiting);
    }
  }

  /** While another process works on a request with the key. */
  async sendBesideTwin(request: ExampleRequest, key: string): Promise<ExampleResponse> {
    const { enterprise_id } = this.story.credentials;
    const hash = this.service.api.get(Secrets).nameOf('idempotency-key', `${enterprise_id}|${key}`);
    const twin = new Client({ connectionString: this.service.database.adminUrl });
    await twin.connect();
    try {
      await twin.query('BEGIN');
      await twin.query(
        `INSERT INTO platform.idempotency_keys (enterprise_id, key_hash, request_hash, expires_at)
         VALUES ($1, $2, '', now() + interval '1 day')`,
        [enterprise_id, hash],
      );
      return await this.send({ ...request, headers: { ...request.headers, 'idempotency-key': key } });
    } finally {
      await twin.end();
    }
  }

  /** As if the users of the story had set up a second factor. */
  async sendWithSecondFactor(request: ExampleRequest): Promise<ExampleResponse> {
    const { enterprise_id } = this.story.credentials;
    const change = (values: string) =>
      this.service.database.query(
        `UPDATE auth.users SET (totp_secret, totp_confirmed_at) = (${values}) WHERE enterprise_id = $1`,
        [enterprise_id],
      );
    await change(`'\\x00', now()`);
    try {
      return await this.send(request);
    } finally {
      await change('NULL, NULL');
    }
  }

  /** As if the connection of its file were not in BANKS_FILE: then nobody knows that it serves no other enterprise. */
  async sendOverUnknownConnection(request: ExampleRequest): Promise<ExampleResponse> {
    const rename = (name: string) => this.service.database.query(`UPDATE rails.files SET connection = ${name}`);
    await rename(`'unknown-' || connection`);
    try {
      return await this.send(request);
    } finally {
      await rename(`substr(connection, 9)`);
    }
  }

  /** As if another administrator approved changes of controls. */
  async sendUnderDualControl(request: ExampleRequest): Promise<ExampleResponse> {
    const { enterprise_id } = this.story.credentials;
    const set = (isOn: boolean) =>
      this.service.database.query(
        `UPDATE platform.enterprises SET settings = settings || jsonb_build_object('dual_control', $2::boolean)
         WHERE enterprise_id = $1`,
        [enterprise_id, isOn],
      );
    await set(true);
    try {
      return await this.send(request);
    } finally {
      await set(false);
    }
  }

  /** By the page of the portal, an hour after the last password or code. */
  async sendFromOldSession(request: ExampleRequest): Promise<ExampleResponse> {
    const tokens = this.service.api.get(AccessTokens, { strict: false });
    const claims = await tokens.verify(String(valueAt(this.story.said, 'removeMfa.session.access_token')));
    if ('refused' in claims || claims.session === undefined) throw new Error('the page has no session');
    const session = { ...claims.session, authenticated_at: claims.session.authenticated_at - 3_600 };
    // The user of the page is no administrator.
    const scope = [
      claims.scope,
      ...['controls', 'credentials', 'users', 'settings', 'webhook-configurations', 'webhook-secret'].map(
        (each) => `write:${each}`,
      ),
    ].join(' ');
    const token = await tokens.sign({ ...claims, scope, session }, 600);
    return this.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
  }

  /** While the database accepts no connection; it is checked at most twice a second. */
  async sendWithoutDatabase(request: ExampleRequest): Promise<ExampleResponse> {
    const { database } = this.service;
    const [name, login] = [new URL(database.adminUrl).pathname.slice(1), new URL(database.appUrl).username];
    await database.query(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC, ${login}`);
    try {
      const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = $2`;
      await eventually('all connections end', async () => (await database.query(end, [name, login])).length === 0);
      return await this.sendUntil(request, ({ status }) => status !== 200);
    } finally {
      await database.query(`GRANT CONNECT ON DATABASE ${name} TO PUBLIC, ${login}`);
      await this.sendUntil(request, ({ status }) => status === 200);
    }
  }

  private get url(): string {
    const { port } = this.service.api.getHttpServer().address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  private sendUntil(request: ExampleRequest, isIt: (answer: ExampleResponse) => boolean): Promise<ExampleResponse> {
    return eventually('the answer changes', async () => {
      const answer = await this.send(request);
      return isIt(answer) && answer;
    });
  }
}
