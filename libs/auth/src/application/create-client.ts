import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, randomSecret, Secrets } from '@payments/persistence';
import { authErrors, missingScope, portalErrors } from '../domain/auth.errors.js';
import { MAX_LIVE_CLIENTS } from '../domain/credentials.js';
import { CLIENT_SCOPES } from '../domain/scopes.js';
import { toClientView } from './client.view.js';
import type { ClientView } from './client.view.js';
import { newClientId } from './credential-text.js';
import { Clients, Users } from './ports.js';

export interface NewClientView {
  readonly client: ClientView;
  /** Shown only in this response. */
  readonly client_secret: string;
}

export interface NewClientInput {
  /** Defaults to every scope that the caller can grant. */
  readonly scopes?: readonly string[];
  /** The caller's scopes, which limit what it can grant. The command line has all scopes. */
  readonly held?: ReadonlySet<string>;
  /** The name of a portal user. Default: the user who creates it, or for the command line the first enabled one. */
  readonly owner?: string;
}

/** Creates client credentials. To replace a client: create another, switch to it, and disable the old one. */
@Injectable()
export class CreateClient {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clients: Clients,
    private readonly users: Users,
    private readonly secrets: Secrets,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @throws forbidden, too_many_clients, unknown_owner */
  async execute(input: NewClientInput): Promise<NewClientView> {
    const scopes = scopesOf(input);
    const client_secret = randomSecret();
    const made = {
      enterprise_id: workContext.enterpriseId(),
      client_id: newClientId(),
      secret_hash: this.secrets.hash(client_secret),
      scopes,
      created_by: workContext.get().actor ?? null,
      created_at: this.clock.now(),
    };
    return this.unitOfWork.run(async () => {
      if ((await this.clients.countLiveBeforeAdding()) >= MAX_LIVE_CLIENTS) throw portalErrors.too_many_clients();
      const client = { ...made, owner: await this.ownerOf(input) };
      const after = toClientView({ ...client, disabled_at: null });
      await this.clients.add(client);
      const subject = { subject_type: 'client', subject_id: client.client_id };
      await this.audit.record({ action: 'client.created', ...subject, after });
      return { client: after, client_secret };
    });
  }

  private async ownerOf({ owner }: NewClientInput): Promise<string | null> {
    const users = await this.users.list();
    const named = users.find(({ name }) => name === (owner ?? workContext.get().actor));
    if (named === undefined && owner !== undefined) throw authErrors.unknown_owner();
    const first = users.findLast(({ disabled_at }) => disabled_at === null);
    return (named ?? first)?.name ?? null;
  }
}

/** @throws forbidden when a requested scope is not held. */
function scopesOf({ scopes, held = new Set(CLIENT_SCOPES) }: NewClientInput): readonly string[] {
  const missing = scopes?.find((scope) => !held.has(scope));
  if (missing !== undefined) throw missingScope(missing);
  return CLIENT_SCOPES.filter((scope) => scopes?.includes(scope) ?? held.has(scope));
}
