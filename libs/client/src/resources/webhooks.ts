import type { Api } from '../api.js';
import type { List } from '../list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { ResponseOf, BodyOf, NewWebhookConfiguration, QueryOf, WebhookConfiguration } from '../types.js';
import { verifyWebhook, verifyWebhookRsa } from '../verify.js';

type Delivery = ResponseOf<'/webhooks/configurations/{id}/deliveries', 'get'>['deliveries'][number];
type Recovery = ResponseOf<'/webhooks/configurations/{id}/recoveries/{recovery_id}', 'get'>['recovery'];
type TestResult = ResponseOf<'/webhooks/configurations/{id}/test', 'post'>['test'];
type InvokedEvent = ResponseOf<'/webhooks/invoke', 'post'>['event'];

/** Webhook configurations, their deliveries, and the signing keys. */
export class Webhooks {
  /** @see verifyWebhook */
  readonly verify = verifyWebhook;
  /** @see verifyWebhookRsa */
  readonly verifyRsa = verifyWebhookRsa;

  constructor(private readonly api: Api) {}

  /**
   * Subscribes an address to events.
   *
   * @example
   * const { id } = await payments.webhooks.create({ event_types: ['transfer_all'], url, enabled: true });
   * const secret = await payments.webhooks.secret(id);
   */
  async create(configuration: NewWebhookConfiguration, options: CreateOptions = {}): Promise<WebhookConfiguration> {
    const call = { ...options, body: configuration };
    return (await this.api.create('post', '/webhooks/configurations', call)).webhook_configuration;
  }

  async get(id: string, options: CallOptions = {}): Promise<WebhookConfiguration> {
    const call = { ...options, path: { id } };
    return (await this.api.send('get', '/webhooks/configurations/{id}', call)).webhook_configuration;
  }

  /** Newest first. */
  list(query: QueryOf<'/webhooks/configurations', 'get'> = {}, options: CallOptions = {}): List<WebhookConfiguration> {
    return this.api.list(
      '/webhooks/configurations',
      { ...options, query },
      (response) => response.webhook_configurations,
    );
  }

  async replace(
    id: string,
    configuration: NewWebhookConfiguration,
    options: CallOptions = {},
  ): Promise<WebhookConfiguration> {
    const call = { ...options, path: { id }, body: configuration };
    return (await this.api.send('put', '/webhooks/configurations/{id}', call)).webhook_configuration;
  }

  async delete(id: string, options: CallOptions = {}): Promise<void> {
    await this.api.send('delete', '/webhooks/configurations/{id}', { ...options, path: { id } });
  }

  /** The deliveries to a configuration with their attempts, newest first. */
  deliveries(
    id: string,
    query: QueryOf<'/webhooks/configurations/{id}/deliveries', 'get'> = {},
    options: CallOptions = {},
  ): List<Delivery> {
    const call = { ...options, path: { id }, query };
    return this.api.list('/webhooks/configurations/{id}/deliveries', call, (response) => response.deliveries);
  }

  /** The deliveries of an event to all configurations with their attempts, oldest first. */
  async eventDeliveries(id: string, options: CallOptions = {}): Promise<readonly Delivery[]> {
    return (await this.api.send('get', '/webhooks/events/{id}/deliveries', { ...options, path: { id } })).deliveries;
  }

  /** Resends the deliveries that failed since a time. */
  async recover(
    id: string,
    what: BodyOf<'/webhooks/configurations/{id}/recover', 'post'>,
    options: CreateOptions = {},
  ): Promise<Recovery> {
    const call = { ...options, path: { id }, body: what };
    return (await this.api.create('post', '/webhooks/configurations/{id}/recover', call)).recovery;
  }

  /** The progress of a recovery. */
  async recovery(id: string, recovery_id: string, options: CallOptions = {}): Promise<Recovery> {
    const call = { ...options, path: { id, recovery_id } };
    return (await this.api.send('get', '/webhooks/configurations/{id}/recoveries/{recovery_id}', call)).recovery;
  }

  /** Sends a sample to a configuration at once, and returns the endpoint's response. */
  async test(
    id: string,
    sample: BodyOf<'/webhooks/configurations/{id}/test', 'post'>,
    options: CallOptions = {},
  ): Promise<TestResult> {
    const call = { ...options, path: { id }, body: sample };
    return (await this.api.send('post', '/webhooks/configurations/{id}/test', call)).test;
  }

  /** Sends a test event to every configuration that subscribes to it; its body says `"test": true`. */
  async invoke(event: BodyOf<'/webhooks/invoke', 'post'>, options: CreateOptions = {}): Promise<InvokedEvent> {
    return (await this.api.create('post', '/webhooks/invoke', { ...options, body: event })).event;
  }

  /** The secret of a configuration, `whsec_…`, which `verify` needs. */
  async secret(id: string, options: CallOptions = {}): Promise<string> {
    return (await this.api.send('get', '/webhooks/configurations/{id}/secret', { ...options, path: { id } })).secret;
  }

  /** Creates a new secret; for 24 hours the old one signs as well. */
  async rotateSecret(id: string, options: CallOptions = {}): Promise<string> {
    const call = { ...options, path: { id } };
    return (await this.api.send('post', '/webhooks/configurations/{id}/secret/rotate', call)).secret;
  }

  /** The public key, PEM, which `verifyRsa` needs. @throws PaymentsError where `createKeyPair` was never called */
  async publicKey(options: CallOptions = {}): Promise<string> {
    return (await this.api.send('get', '/webhooks/secret', options)).enterprise_keypair.public_key;
  }

  /** Creates the key pair of the enterprise if it has none, and returns its public key. */
  async createKeyPair(options: CallOptions = {}): Promise<string> {
    const call = { ...options, repeatable: true };
    return (await this.api.send('post', '/webhooks/secret', call)).enterprise_keypair.public_key;
  }

  /** Creates a new key pair, which signs from now on, and returns its public key. */
  async rotateKeyPair(options: CallOptions = {}): Promise<string> {
    return (await this.api.send('post', '/webhooks/secret/rotate', options)).enterprise_keypair.public_key;
  }
}
