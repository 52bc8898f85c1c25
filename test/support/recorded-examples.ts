import { setTimeout as sleep } from 'node:timers/promises';
import { CreateEnterprise, SetClientOwner } from '@payments/auth';
import type { EnterpriseCredentials } from '@payments/auth';
import { CONFIG } from '@payments/config';
import type { Config } from '@payments/config';
import { newId, OPERATOR } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { eventually } from '@payments/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fillIn, operationsOf, stepNameOf, valueAt } from '@payments/http';
import type { DescribedOperation, Step } from '@payments/http';
import { GIVEN } from '../../apps/api/src/description/examples/story.table.js';
import { fromBase32, stepAt, totpCode } from '../../libs/auth/src/infrastructure/mfa/totp.js';
import { ApiClient } from './api-client.js';
import { worldOf } from './example-world.js';
import type { ExampleWorld } from './example-world.js';
import { PortalUser } from './portal-user.js';
import { storeExampleFiles } from './rails/files-at-bank.js';
import { advanceToTomorrow } from './sandbox.js';

/** A request of the story, with the ids of this run of the service. */
export interface ExampleRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{id}` where an id stands. */
  readonly path: string;
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** Text is sent as it is. */
  readonly body?: object | string;
}

export interface ExampleResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** The path and query of a request. */
export function urlOf({ path, ids, query }: ExampleRequest): string {
  const filled = path.replace(/\{(\w+)\}/g, (_match, key: string) => encodeURIComponent(ids[key]!));
  const search = new URLSearchParams(query).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** In which a change of settings reaches every process. */
const SETTINGS_MS = 3_100;
const OWNER = 'ann@acme.example';
const FLOOR = { return_guard_min_entries: 1, return_guard_min_returns: 1 };

let addresses = 0;

/** @param remoteAddress the client's address: a separate one, so that it meets no rate limit by chance */
export async function send(
  api: NestFastifyApplication,
  request: ExampleRequest,
  remoteAddress = `10.0.${(++addresses >> 8) & 255}.${addresses & 255}`,
): Promise<ExampleResponse> {
  const { method, headers, body } = request;
  const payload = body === undefined ? {} : { payload: body };
  const response = await api.inject({ method, url: urlOf(request), headers, remoteAddress, ...payload });
  return { status: response.statusCode, headers: response.headers, text: response.body };
}

/** The examples, recorded from a running service. */
export class RecordedExamples {
  /** The response to each step, and what the story begins with. */
  readonly said: Record<string, unknown>;
  readonly world: ExampleWorld;
  readonly operations: ReadonlyMap<string, DescribedOperation>;

  /** What the browser of the story keeps. */
  private cookie: string | undefined;
  private pageToken: string | undefined;

  private constructor(
    private readonly api: NestFastifyApplication,
    readonly credentials: EnterpriseCredentials,
    receiver: typeof GIVEN.receiver,
  ) {
    const { client_id, client_secret, user, enterprise_name } = credentials;
    const given = { credentials: { client_id, client_secret, ...user, enterprise_name }, receiver, app: GIVEN.app };
    this.said = { ...given };
    this.world = worldOf(given);
    this.operations = new Map(operationsOf(api).map((operation) => [operation.id, operation]));
  }

  /** Creates the enterprise of the story, in the morning of a banking day; webhooks go to the receiver. */
  static async begin(api: NestFastifyApplication, receiver: typeof GIVEN.receiver): Promise<RecordedExamples> {
    const credentials = await api.get(CreateEnterprise).execute({ name: GIVEN.credentials.enterprise_name });
    const user = await PortalUser.of(api, credentials, { scopes: ['write:settings', 'write:users'] });
    // One return is enough to change the return rates; and the administrator of the story approves what its client sends.
    const made = [
      await user.send('PATCH', '/portal/settings', FLOOR),
      await user.post('/portal/users', { name: OWNER, role: 'developer' }),
    ];
    for (const { status, text } of made) if (status !== 200) throw new Error(text);
    const tenant = await api.get(Enterprises, { strict: false }).get(credentials.enterprise_id);
    await workContext.run({ requestId: newId(), tenant, actor: OPERATOR }, () =>
      api.get(SetClientOwner, { strict: false }).execute(credentials.client_id, OWNER),
    );
    // A worker that knew the enterprise before has the old settings for so long.
    await sleep(SETTINGS_MS);
    // Else the hour of the run would decide what the story's clock reaches, and which event is the last.
    const client = await ApiClient.login(api, credentials);
    await advanceToTomorrow(client, '06:00');
    // What the list of refused requests shows.
    await client.get('/deliver/transfers/payout-0001');
    await storeExampleFiles(api, credentials.enterprise_id);
    return new RecordedExamples(api, credentials, { url: receiver.url });
  }

  /**
   * Sends the request, repeatedly if needed; returns the body of the right status and keeps it. Its name is its
   * Idempotency-Key, where one is accepted.
   */
  async tell(step: Step): Promise<unknown> {
    const { status, idempotent } = this.operations.get(step.operation)!;
    const plain = this.requestOf(step);
    const request = idempotent
      ? { ...plain, headers: { ...plain.headers, 'idempotency-key': stepNameOf(step) } }
      : plain;
    const { body } = await eventually(`${step.operation} answers what is waited for`, async () => {
      const response = await send(this.api, request);
      if (response.status !== status) throw new Error(`${stepNameOf(step)}: ${response.status} ${response.text}`);
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      const body = isJson ? (JSON.parse(response.text) as unknown) : undefined;
      this.keepSession(response, body);
      const isThere = Object.entries(step.until ?? {}).every(([place, value]) => valueAt(body, place) === value);
      return isThere && { body };
    });
    this.said[stepNameOf(step)] = body;
    return body;
  }

  requestOf(step: Step): ExampleRequest {
    const [method, path] = this.operations.get(step.operation)!.name.split(' ') as [ExampleRequest['method'], string];
    const { ids, query, body } = fillIn({ ids: step.path ?? {}, query: step.query ?? {}, body: step.body }, this.said);
    return {
      method,
      path,
      ids,
      query,
      headers: { ...this.headersOf(step, path), ...step.headers },
      ...(body !== undefined && { body }),
    };
  }

  private headersOf({ as }: Step, path: string): Record<string, string> {
    if (as === 'nobody') return {};
    if (as === 'browser') return this.headersOfPage();
    const session = as === 'portal' ? 'createSession' : 'createToken';
    const token = String(valueAt(this.said, `${session}.access_token`));
    // A user who calls by a program needs a key outside the portal.
    const needsKey = as === 'portal' && !path.startsWith('/portal/');
    const key = needsKey ? { 'x-api-key': this.credentials.api_key } : {};
    return { authorization: `Bearer ${token}`, 'service-version': 'v2022-09-21', ...key };
  }

  private headersOfPage(): Record<string, string> {
    const { origin } = new URL(this.api.get<Config>(CONFIG).publicBaseUrl);
    const own = { origin, 'x-portal': '1', 'content-type': 'application/json', 'service-version': 'v2022-09-21' };
    return {
      ...own,
      ...(this.cookie !== undefined && { cookie: this.cookie }),
      ...(this.pageToken !== undefined && { authorization: `Bearer ${this.pageToken}` }),
    };
  }

  private keepSession({ headers }: ExampleResponse, body: unknown): void {
    this.pageToken = (valueAt(body, 'session.access_token') as string | undefined) ?? this.pageToken;
    const secret = valueAt(body, 'secret');
    if (typeof secret === 'string' && !secret.startsWith('whsec_')) {
      this.said['app'] = { code: totpCode(fromBase32(secret), stepAt(new Date())) };
    }
    const sent = headers['set-cookie'] as string | undefined;
    if (sent !== undefined) this.cookie = sent.split(';')[0]!;
  }
}
