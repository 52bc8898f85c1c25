import type { TestDatabase } from '@payments/testing';
import type { ApiClient } from './api-client.js';
import type { Answer } from './api-client.js';
import { PortalUser } from './portal-user.js';
import type { TestService } from './service.js';

type Body = Record<string, unknown>;

/** A policy that every transfer fulfills, which one payment approver may approve. */
export const aPolicy = (changes: Body = {}): Body => ({
  name: 'Everything',
  applies_to: ['transfer'],
  conditions: [{ field: 'amount', operator: 'gte', value: 1 }],
  required: 1,
  approvers: { roles: ['payment_approver'] },
  enabled: true,
  ...changes,
});

/** Every time that a transfer is sent to its acceptance, as far as that is committed. */
export class AcceptanceWatch {
  private constructor(private readonly database: TestDatabase) {}

  /** Watches the database from now on. */
  static async start(database: TestDatabase): Promise<AcceptanceWatch> {
    await database.query('CREATE TABLE public.seen_acceptances (transfer_id uuid NOT NULL)');
    await database.query(`
      CREATE FUNCTION public.see_acceptance() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN INSERT INTO public.seen_acceptances VALUES (NEW.subject_id); RETURN NEW; END $$`);
    // Before the row is inserted: a task that takes the place of one that is there is inserted as nothing.
    await database.query(`
      CREATE TRIGGER see_acceptance BEFORE INSERT ON platform.tasks FOR EACH ROW
        WHEN (NEW.queue = 'transfer-acceptance') EXECUTE FUNCTION public.see_acceptance()`);
    return new AcceptanceWatch(database);
  }

  /** How often each of the transfers was sent to it, in their order: once when it was made, once for each resumption. */
  async timesOf(transferIds: readonly string[]): Promise<number[]> {
    const rows = await this.database.query<{ times: number }>(
      `SELECT (SELECT count(*)::int FROM public.seen_acceptances WHERE transfer_id = asked.id) AS times
       FROM unnest($1::uuid[]) WITH ORDINALITY AS asked (id, place) ORDER BY place`,
      [transferIds],
    );
    return rows.map(({ times }) => times);
  }
}

/** A portal user of the enterprise of a client, who decides by the API. */
export class ApprovingUser {
  private constructor(
    private readonly client: ApiClient,
    readonly name: string,
    private readonly token: string,
  ) {}

  /** The name is unique over all enterprises. */
  static async create(
    service: TestService,
    client: ApiClient,
    { name, role = 'payment_approver' }: { readonly name: string; readonly role?: string },
  ): Promise<ApprovingUser> {
    const full = `${name}@${client.credentials.enterprise_id}`;
    const admin = await PortalUser.login(service.api, client.credentials.user);
    const { status, text } = await admin.post('/portal/users', { name: full, role });
    if (status !== 200) throw new Error(text);
    // As if the user had chosen a password.
    await service.database.query('UPDATE auth.users SET must_change_password = false WHERE name = $1', [full]);
    return ApprovingUser.of(service, client, full);
  }

  /** The first user of the enterprise. */
  static admin(service: TestService, client: ApiClient): Promise<ApprovingUser> {
    return ApprovingUser.of(service, client, client.credentials.user.name);
  }

  private static async of(service: TestService, client: ApiClient, name: string): Promise<ApprovingUser> {
    const scopes = [
      'read:approvals',
      'write:approvals',
      'read:controls',
      'write:controls',
      'write:transfers',
      'write:schedules',
      'read:bulk-transfers',
      'write:bulk-transfers',
    ];
    const { token } = await PortalUser.of(service.api, client.credentials, { name, scopes });
    return new ApprovingUser(client, name, token);
  }

  get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.token}`, 'x-api-key': this.client.credentials.api_key };
  }

  send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: unknown): Promise<Answer> {
    return this.client.send(method, url, { headers: this.headers, ...(payload !== undefined && { payload }) });
  }

  /** Decides with the digest that the approval shows. */
  async decide(id: string, decision: 'approve' | 'reject', changes: Body = {}): Promise<Answer> {
    const shown = await this.send('GET', `/deliver/approvals/${id}`);
    if (shown.status !== 200) throw new Error(shown.text);
    const { digest } = shown.body['approval'] as { digest: string };
    const comment = decision === 'reject' ? { comment: 'no invoice' } : {};
    return this.send('POST', `/deliver/approvals/${id}/${decision}`, { digest, ...comment, ...changes });
  }
}
