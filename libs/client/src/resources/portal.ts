import { changed } from '../api.js';
import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions } from '../options.js';
import type { BodyOf, Changed, QueryOf, ResponseOf } from '../types.js';

type ClientWithSecret = ResponseOf<'/portal/clients', 'post'>;
type Client = ClientWithSecret['client'];
type ApiKeyWithKey = ResponseOf<'/portal/api-keys', 'post'>;
type ApiKey = ApiKeyWithKey['api_key'];
type RequestedPassword = ResponseOf<'/portal/users', 'post'>;
type User = RequestedPassword['user'];
type Settings = ResponseOf<'/portal/settings', 'get'>['settings'];
type Overview = ResponseOf<'/portal/overview', 'get'>;
type Attention = ResponseOf<'/portal/attention', 'get'>;
type SearchOptions = CallOptions & Pick<QueryOf<'/portal/search', 'get'>, 'type'>;
type Hits = ResponseOf<'/portal/search', 'get'>;
type View = ResponseOf<'/portal/views', 'post'>['view'];
type RefusedRequest = ResponseOf<'/portal/requests', 'get'>['requests'][number];
type Health = ResponseOf<'/portal/health', 'get'>['health'];
type Reconciliation = ResponseOf<'/portal/reconciliation', 'get'>['reconciliation'];
type Batch = ResponseOf<'/portal/batches', 'get'>['batches'][number];
type BatchWithEntries = ResponseOf<'/portal/batches/{id}', 'get'>['batch'];
type AuditEntry = ResponseOf<'/portal/audit', 'get'>['entries'][number];

/** What the pages of the portal show, and credentials, users, settings and the audit log of the enterprise. It needs a client made with `user`. */
export class Portal {
  constructor(private readonly api: Api) {}

  /** The home page: the transfers of a period, balances, and what needs attention, as far as the scopes go. */
  overview(query: QueryOf<'/portal/overview', 'get'> = {}, options: CallOptions = {}): Promise<Overview> {
    return this.api.send('get', '/portal/overview', { ...options, query });
  }

  /** How much there is that may need attention. */
  attention(options: CallOptions = {}): Promise<Attention> {
    return this.api.send('get', '/portal/attention', options);
  }

  /** Finds resources, with `type` only those, by id, reference, name, trace number or amount; never by account number. */
  search(q: string, { type, ...options }: SearchOptions = {}): Promise<Hits> {
    return this.api.send('get', '/portal/search', { ...options, query: { q, ...(type && { type }) } });
  }

  /** The user's own and the shared ones, by name. */
  async views(query: QueryOf<'/portal/views', 'get'> = {}, options: CallOptions = {}): Promise<readonly View[]> {
    return (await this.api.send('get', '/portal/views', { ...options, query })).views;
  }

  async createView(view: BodyOf<'/portal/views', 'post'>, options: CallOptions = {}): Promise<View> {
    return (await this.api.send('post', '/portal/views', { ...options, body: view })).view;
  }

  async replaceView(id: string, view: BodyOf<'/portal/views/{id}', 'put'>, options: CallOptions = {}): Promise<View> {
    return (await this.api.send('put', '/portal/views/{id}', { ...options, path: { id }, body: view })).view;
  }

  async deleteView(id: string, options: CallOptions = {}): Promise<void> {
    await this.api.send('delete', '/portal/views/{id}', { ...options, path: { id } });
  }

  /** Requests of the last 7 days that were refused, newest first. */
  refusedRequests(query: QueryOf<'/portal/requests', 'get'> = {}, options: CallOptions = {}): List<RefusedRequest> {
    return this.api.list('/portal/requests', { ...options, query }, (response) => response.requests);
  }

  /** How the work of the enterprise goes. */
  async health(options: CallOptions = {}): Promise<Health> {
    return (await this.api.send('get', '/portal/health', options)).health;
  }

  /** The open differences with the bank. */
  async reconciliation(options: CallOptions = {}): Promise<Reconciliation> {
    return (await this.api.send('get', '/portal/reconciliation', options)).reconciliation;
  }

  /** What was handed over to the bank together, newest first. */
  batches(query: QueryOf<'/portal/batches', 'get'> = {}, options: CallOptions = {}): List<Batch> {
    return this.api.list('/portal/batches', { ...options, query }, (response) => response.batches);
  }

  async batch(id: string, options: CallOptions = {}): Promise<BatchWithEntries> {
    return (await this.api.send('get', '/portal/batches/{id}', { ...options, path: { id } })).batch;
  }

  /** Creates client credentials, at most two active ones; the secret is shown only once. */
  createClient(client: BodyOf<'/portal/clients', 'post'>, options: CallOptions = {}): Promise<ClientWithSecret> {
    return this.api.send('post', '/portal/clients', { ...options, body: client });
  }

  /** Newest first. */
  async clients(options: CallOptions = {}): Promise<readonly Client[]> {
    return (await this.api.send('get', '/portal/clients', options)).clients;
  }

  /** Its calls stop working within 5 seconds. */
  async disableClient(id: string, options: CallOptions = {}): Promise<Client> {
    return (await this.api.send('post', '/portal/clients/{id}/disable', { ...options, path: { id } })).client;
  }

  /** Creates an API key, which is shown only once. */
  createApiKey(apiKey: BodyOf<'/portal/api-keys', 'post'>, options: CallOptions = {}): Promise<ApiKeyWithKey> {
    return this.api.send('post', '/portal/api-keys', { ...options, body: apiKey });
  }

  /** Newest first. */
  async apiKeys(options: CallOptions = {}): Promise<readonly ApiKey[]> {
    return (await this.api.send('get', '/portal/api-keys', options)).api_keys;
  }

  /** Calls with it stop working within 5 seconds. */
  async revokeApiKey(id: string, options: CallOptions = {}): Promise<ApiKey> {
    return (await this.api.send('post', '/portal/api-keys/{id}/revoke', { ...options, path: { id } })).api_key;
  }

  /** Creates a portal user, who chooses a password by the `link`; it is shown only once. With `dual_control`, another administrator approves and makes it. */
  createUser(user: BodyOf<'/portal/users', 'post'>, options: CallOptions = {}): Promise<RequestedPassword> {
    return this.api.send('post', '/portal/users', { ...options, body: user });
  }

  /** Newest first. */
  async users(options: CallOptions = {}): Promise<readonly User[]> {
    return (await this.api.send('get', '/portal/users', options)).users;
  }

  async disableUser(id: string, options: CallOptions = {}): Promise<User> {
    return (await this.api.send('post', '/portal/users/{id}/disable', { ...options, path: { id } })).user;
  }

  /** Ends the user's sessions. A user who may approve from then on waits for `approval` with the setting `dual_control`. */
  async updateUser(
    id: string,
    user: BodyOf<'/portal/users/{id}', 'patch'>,
    options: CallOptions = {},
  ): Promise<Changed<User>> {
    const made = await this.api.send('patch', '/portal/users/{id}', { ...options, path: { id }, body: user });
    return changed(made.user, made.approval);
  }

  /** A user who may approve stays disabled until `approval` is given, with the setting `dual_control`. */
  async enableUser(id: string, options: CallOptions = {}): Promise<Changed<User>> {
    const made = await this.api.send('post', '/portal/users/{id}/enable', { ...options, path: { id } });
    return changed(made.user, made.approval);
  }

  /** Changes the password of the client's own user, which a new user must do first. The client cannot log in again with the old one. */
  async changePassword(change: BodyOf<'/portal/me/password', 'post'>, options: CallOptions = {}): Promise<void> {
    await this.api.send('post', '/portal/me/password', { ...options, body: change });
  }

  /** Makes another link for a password that the user has yet to choose. */
  createPasswordLink(id: string, options: CallOptions = {}): Promise<RequestedPassword> {
    return this.api.send('post', '/portal/users/{id}/link', { ...options, path: { id } });
  }

  /** Sets the password of the user of a link. */
  async setPassword(password: BodyOf<'/authenticate/password', 'post'>, options: CallOptions = {}): Promise<void> {
    await this.api.send('post', '/authenticate/password', { ...options, body: password });
  }

  /** Removes the second factor, too. The user chooses a password as a new one does. */
  resetUser(id: string, options: CallOptions = {}): Promise<RequestedPassword> {
    return this.api.send('post', '/portal/users/{id}/reset', { ...options, path: { id } });
  }

  async settings(options: CallOptions = {}): Promise<Settings> {
    return (await this.api.send('get', '/portal/settings', options)).settings;
  }

  /** Changes the given settings; the others stay. With `dual_control`, what loosens a control waits for `approval`, with everything that is sent. */
  async updateSettings(
    changes: BodyOf<'/portal/settings', 'patch'>,
    options: CallOptions = {},
  ): Promise<Changed<Settings>> {
    const made = await this.api.send('patch', '/portal/settings', { ...options, body: changes });
    return changed(made.settings, made.approval);
  }

  /** The audit log of the enterprise, newest first. */
  audit(query: QueryOf<'/portal/audit', 'get'> = {}, options: CallOptions = {}): List<AuditEntry> {
    return this.api.list('/portal/audit', { ...options, query }, (response) => response.entries);
  }
}
