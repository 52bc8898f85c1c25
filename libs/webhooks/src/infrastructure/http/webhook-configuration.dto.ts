import { boolean, oneOf, Required, text, valuesOf } from '@payments/http';
import type { Rule } from '@payments/http';
import { SUBSCRIPTIONS } from '../../domain/event-types.js';
import { isWebhookUrl, MAX_URL_LENGTH } from '../../domain/webhook-configuration.js';
import type { WebhookSettings } from '../../domain/webhook-configuration.js';

const address = text({
  max: MAX_URL_LENGTH,
  verbatim: true,
  expected: 'an http or https URL without credentials',
  example: 'https://hooks.example.com/payments',
});

const webhookUrl: Rule = {
  ...address,
  schema: { ...address.schema, format: 'uri' },
  accepts: (value) => address.accepts(value) && isWebhookUrl(value as string),
};

/** The body that creates or replaces a configuration. */
export class WebhookConfigurationRequest implements WebhookSettings {
  @Required(valuesOf(oneOf(SUBSCRIPTIONS), { min: 1 }))
  declare event_types: string[];

  @Required(webhookUrl)
  declare url: string;

  @Required(boolean())
  declare enabled: boolean;
}
