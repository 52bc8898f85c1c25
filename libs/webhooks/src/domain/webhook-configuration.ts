/** At most so many configurations has an enterprise. */
export const MAX_CONFIGURATIONS = 20;
export const MAX_URL_LENGTH = 2_048;

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

  /** Stops the deliveries: the receiver said that it is gone. */
  disable(change: Change): void {
    this.apply({ enabled: false }, change);
  }

  snapshot(): WebhookConfigurationState {
    return this.state;
  }

  private apply(changed: Partial<WebhookSettings>, { by, at }: Change): void {
    const version = this.state.version + 1;
    this.state = { ...this.state, ...changed, version, updated_by: by, updated_at: at };
  }
}

/**
 * Whether the text has the form of a webhook address: http or https, without white space and credentials. Whether
 * the address may be called at all depends on the environment and is asked separately.
 */
export function isWebhookUrl(text: string): boolean {
  if (!/^https?:\/\/\S+$/i.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

function normalised({ event_types, url, enabled }: WebhookSettings): WebhookSettings {
  return { event_types: [...new Set(event_types)], url, enabled };
}
