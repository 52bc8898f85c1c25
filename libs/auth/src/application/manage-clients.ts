import { Injectable } from '@nestjs/common';
import { Clock, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Audit, randomSecret, Secrets } from '@payments/persistence';
import { missingScope, portalErrors } from '../domain/auth.errors.js';
import { MAX_LIVE_CLIENTS } from '../domain/credentials.js';
import type { ClientState } from '../domain/credentials.js';
import { CLIENT_SCOPES } from '../domain/scopes.js';
import { newClientId } from './credential-text.js';
import { Clients } from './ports.js';

export interface ClientView {
  readonly client_id: string;
  readonly scopes: readonly string[];
  readonly created_at: string;
  readonly disabled_at?: string;
}

export interface NewClientView {
  readonly client: ClientView;
  /** Shown this once. */
  readonly client_secret: string;
}

export interface NewClientInput {
  /** All that may be handed out, unless given. */
  readonly scopes?: readonly string[];
  /** What whoever asks holds himself: nobody hands out more. The command line holds everything. */
  readonly held?: ReadonlySet<string>;
}

/** The client credentials of the enterprise. To replace one: create another, take it into use, disable the old one. */
@Injectable()
export class ManageClients {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clients: Clients,
    private readonly secrets: Secrets,
    private readonly audit: Audit,
    private readonly clock: Clock,
  ) {}

  /** @throws forbidden, too_many_clients */
  async create(input: NewClientInput): Promise<NewClientView> {
    const scopes = scopesOf(input);
    const client_secret = randomSecret();
    const client = {
      enterprise_id: workContext.enterpriseId(),
      client_id: newClientId(),
      secret_hash: this.secrets.hash(client_secret),
      scopes,
      created_at: this.clock.now(),
    };
    const view = toView({ ...client, disabled_at: null });
    await this.unitOfWork.run(async () => {
      if ((await this.clients.countLiveBeforeAdding()) >= MAX_LIVE_CLIENTS) throw portalErrors.too_many_clients();
      await this.clients.add(client);
      await this.record('client.created', { after: view });
    });
    return { client: view, client_secret };
  }

  /** Disabling twice changes nothing. @throws unknown_id */
  disable(clientId: string): Promise<ClientView> {
    return this.unitOfWork.run(async () => {
      const client = await this.clients.lock(clientId);
      if (client === undefined) throw portalErrors.unknown_id();
      const before = toView(client);
      if (client.disabled_at !== null) return before;
      const after = toView({ ...client, disabled_at: this.clock.now() });
      await this.clients.disable(clientId, this.clock.now());
      await this.record('client.disabled', { before, after });
      return after;
    });
  }

  list(): Promise<ClientView[]> {
    return this.unitOfWork.run(async () => (await this.clients.list()).map(toView));
  }

  private record(action: string, change: { readonly before?: ClientView; readonly after: ClientView }): Promise<void> {
    return this.audit.record({ action, subject_type: 'client', subject_id: change.after.client_id, ...change });
  }
}

/** @throws forbidden when a scope is asked for that is not held. */
function scopesOf({ scopes, held = new Set(CLIENT_SCOPES) }: NewClientInput): readonly string[] {
  const missing = scopes?.find((scope) => !held.has(scope));
  if (missing !== undefined) throw missingScope(missing);
  return CLIENT_SCOPES.filter((scope) => scopes?.includes(scope) ?? held.has(scope));
}

type Shown = Pick<ClientState, 'client_id' | 'scopes' | 'created_at' | 'disabled_at'>;

function toView({ client_id, scopes, created_at, disabled_at }: Shown): ClientView {
  return {
    client_id,
    scopes,
    created_at: created_at.toISOString(),
    ...(disabled_at !== null && { disabled_at: disabled_at.toISOString() }),
  };
}
