import { DAY_MS } from '@payments/kernel';

/** At most so many configurations has an enterprise. */
export const MAX_CONFIGURATIONS = 20;
export const MAX_URL_LENGTH = 2_048;

/** So long after a rotation both secrets sign, for endpoints to change theirs. */
const BOTH_SECRETS_SIGN_MS = DAY_MS;

/** The version of the shape of events; there is one. */
export const DATA_VERSION = 'v2022-09-21';

/** A webhook configuration as it is stored. */
export interface WebhookConfigurationState {
  readonly enterprise_id: string;
  readonly id: string;
  /** Values of `SUBSCRIPTIONS`, each once. */
  readonly event_types: readonly string[];
  readonly url: string;
  readonly enabled: boolean;
  /** The sealed `whsec_` secret. */
  readonly secret: Buffer;
  /** The one before it, which signs as well until then; null when there is none. */
  readonly previous_secret: Buffer | null;
  readonly previous_secret_until: Date | null;
  /** Counts the changes, from 1. */
  readonly version: number;
  readonly created_by: string;
  readonly updated_by: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** What a caller decides about a configuration. */
export interface WebhookSettings {
  readonly event_types: readonly string[];
  readonly url: string;
  readonly enabled: boolean;
}

/** Who changes something, and when. */
export interface Change {
  readonly by: string;
  readonly at: Date;
}

/** Where the events of an enterprise go, which of them, and whether they go there now. */
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
    this.apply(normalised(settings), change);
  }

  /** The new secret signs from now on. The previous one, sealed again for its column, also signs for one day. */
  rotateSecret({ fresh, previous }: { readonly fresh: Buffer; readonly previous: Buffer }, change: Change): void {
    const until = new Date(change.at.getTime() + BOTH_SECRETS_SIGN_MS);
    this.apply({ secret: fresh, previous_secret: previous, previous_secret_until: until }, change);
  }

  /** Stops the deliveries: the endpoint is gone, or nothing was heard of it for long. */
  disable(change: Change): void {
    this.apply({ enabled: false }, change);
  }

  snapshot(): WebhookConfigurationState {
    return this.state;
  }

  private apply(changed: Partial<WebhookConfigurationState>, { by, at }: Change): void {
    const version = this.state.version + 1;
    this.state = { ...this.state, ...changed, version, updated_by: by, updated_at: at };
  }
}

// A scheme, two slashes and a host right after them: `URL` would put right what is written otherwise.
const WRITTEN_OUT = /^https?:\/\/[^\s\\/?#@]+([/?][^\s\\#]*)?$/i;
/** What a URI is not written with (RFC 3986), after its host. */
const NOT_IN_A_URI = /[^A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/gu;
const AFTER_THE_HOST = /(?<=^[^/]*\/\/[^/?]*)[/?].*$/u;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;
const MAX_HOST_LENGTH = 253;

/**
 * Whether webhooks could ever reach the address: http or https with a host that may have an entry in the DNS and a
 * port that may be listened on, without credentials, fragment and white space. Whether it may be called depends on
 * the environment and is asked separately.
 */
export function isWebhookUrl(text: string): boolean {
  if (!WRITTEN_OUT.test(text) || !URL.canParse(text)) return false;
  const { username, password, hostname, port } = new URL(text);
  if (username !== '' || password !== '' || port === '0' || !isHost(hostname)) return false;
  return asUri(text).length <= MAX_URL_LENGTH;
}

/** The address as a URI. One that is written with other characters has its host in Punycode and the rest percent-encoded. */
function asUri(url: string): string {
  const isAscii = /^[\x21-\x7e]*$/.test(url);
  return (isAscii ? url : new URL(url).href).replace(AFTER_THE_HOST, (rest) =>
    rest.replace(NOT_IN_A_URI, encodeURIComponent),
  );
}

// In the form that `URL` normalises to: an IPv6 address in brackets, an IPv4 address, or a name, perhaps with the dot
// of the root at its end.
function isHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  const name = hostname.replace(/\.$/, '');
  return name.length <= MAX_HOST_LENGTH && name.split('.').every((label) => LABEL.test(label));
}

function normalised({ event_types, url, enabled }: WebhookSettings): WebhookSettings {
  return { event_types: [...new Set(event_types)], url: asUri(url), enabled };
}
