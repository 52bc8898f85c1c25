import { DAY_MS } from '@payments/kernel';

/** The most configurations of an enterprise. */
export const MAX_CONFIGURATIONS = 20;
export const MAX_URL_LENGTH = 2_048;

/** How long after a rotation both secrets sign, so that endpoints can switch. */
const BOTH_SECRETS_SIGN_MS = DAY_MS;

/** The only version of the event schema. */
export const DATA_VERSION = 'v2022-09-21';

/** Why the service stopped sending: the endpoint said that it is gone, or accepted nothing for too long. */
export const DISABLED_REASONS = ['endpoint_gone', 'endpoint_abandoned'] as const;

export type DisabledReason = (typeof DISABLED_REASONS)[number];

/** A webhook configuration as stored. */
export interface WebhookConfigurationState {
  readonly enterprise_id: string;
  readonly id: string;
  /** Values of `SUBSCRIPTIONS`, each once. */
  readonly event_types: readonly string[];
  readonly url: string;
  readonly enabled: boolean;
  /** Null unless the service disabled it, and since it was enabled again. */
  readonly disabled_reason: DisabledReason | null;
  /** The sealed `whsec_` secret. */
  readonly secret: Buffer;
  /** The previous secret, which also signs until then; null when there is none. */
  readonly previous_secret: Buffer | null;
  readonly previous_secret_until: Date | null;
  /** Counts the changes, from 1. */
  readonly version: number;
  readonly created_by: string;
  readonly updated_by: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The settings of a configuration. */
export interface WebhookSettings {
  readonly event_types: readonly string[];
  readonly url: string;
  readonly enabled: boolean;
}

/** The actor and time of a change. */
export interface Change {
  readonly by: string;
  readonly at: Date;
}

/** Where an enterprise's events go, which ones, and whether they are sent now. */
export class WebhookConfiguration {
  private constructor(private state: WebhookConfigurationState) {}

  static create(
    { enterprise_id, id, secret }: Pick<WebhookConfigurationState, 'enterprise_id' | 'id' | 'secret'>,
    settings: WebhookSettings,
    { by, at }: Change,
  ): WebhookConfiguration {
    return new WebhookConfiguration({
      enterprise_id,
      id,
      ...normalised(settings),
      disabled_reason: null,
      secret,
      previous_secret: null,
      previous_secret_until: null,
      version: 1,
      created_by: by,
      updated_by: by,
      created_at: at,
      updated_at: at,
    });
  }

  static restore(state: WebhookConfigurationState): WebhookConfiguration {
    return new WebhookConfiguration(state);
  }

  get enabled(): boolean {
    return this.state.enabled;
  }

  change(settings: WebhookSettings, change: Change): void {
    const changed = normalised(settings);
    this.apply({ ...changed, ...(changed.enabled && { disabled_reason: null }) }, change);
  }

  /** The new secret signs from now on. The previous one, sealed again for its column, also signs for one day. */
  rotateSecret({ fresh, previous }: { readonly fresh: Buffer; readonly previous: Buffer }, change: Change): void {
    const until = new Date(change.at.getTime() + BOTH_SECRETS_SIGN_MS);
    this.apply({ secret: fresh, previous_secret: previous, previous_secret_until: until }, change);
  }

  /** Stops the deliveries: the endpoint is gone, or has not accepted any for too long. */
  disable(reason: DisabledReason, change: Change): void {
    this.apply({ enabled: false, disabled_reason: reason }, change);
  }

  snapshot(): WebhookConfigurationState {
    return this.state;
  }

  private apply(changed: Partial<WebhookConfigurationState>, { by, at }: Change): void {
    const version = this.state.version + 1;
    this.state = { ...this.state, ...changed, version, updated_by: by, updated_at: at };
  }
}

// A scheme, two slashes and a host right after them: `URL` would correct other spellings.
const WRITTEN_OUT = /^https?:\/\/[^\s\\/?#@]+([/?][^\s\\#]*)?$/i;
/** Characters that RFC 3986 does not allow after the host. */
const NOT_IN_A_URI = /[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/gu;
const AFTER_THE_HOST = /(?<=^[^/]*\/\/[^/?]*)[/?].*$/u;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const MAX_HOST_LENGTH = 253;

/**
 * Whether webhooks could ever reach the address: http or https with a host that can be in DNS and a
 * port that can be listened on, without credentials, fragment or whitespace. Whether it may be called depends on
 * the environment and is checked separately.
 */
export function isWebhookUrl(text: string): boolean {
  if (!WRITTEN_OUT.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname, port } = new URL(text);
  if (username !== '' || password !== '' || port === '0' || !isHost(hostname)) return false;
  return asUri(text).length <= MAX_URL_LENGTH;
}

/** The address as a URI: other characters become Punycode in the host and percent-encoded elsewhere. */
function asUri(url: string): string {
  const isAscii = /^[\x21-\x7e]*$/.test(url);
  return (isAscii ? url : new URL(url).href).replace(AFTER_THE_HOST, (rest) =>
    rest.replace(NOT_IN_A_URI, encodeURIComponent),
  );
}

// As normalized by `URL`: an IPv6 address in brackets, an IPv4 address, or a name, perhaps with the dot
// of the root at the end.
function isHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= MAX_HOST_LENGTH && name.split('.').every((label) => LABEL.test(label));
}

function normalised({ event_types, url, enabled }: WebhookSettings): WebhookSettings {
  return { event_types: [...new Set(event_types)], url: asUri(url), enabled };
}
