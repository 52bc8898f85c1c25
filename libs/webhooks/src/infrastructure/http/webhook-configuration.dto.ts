import { boolean, integerText, oneOf, Optional, Required, text, valuesOf } from '@payments/platform';
import type { Rule } from '@payments/platform';
import type { Page } from '../../application/ports.js';
import { SUBSCRIPTIONS } from '../../domain/event-types.js';
import { isWebhookUrl, MAX_URL_LENGTH } from '../../domain/webhook-configuration.js';
import type { WebhookSettings } from '../../domain/webhook-configuration.js';

const MAX_SIZE = 500;
const MAX_INDEX = 1_000_000_000;

const address = text({
  max: MAX_URL_LENGTH,
  verbatim: true,
  expected: 'an http or https address without credentials',
  example: 'https://hooks.example.com/payments',
});

const webhookUrl: Rule = {
  ...address,
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

/** Which part of the list is asked for. */
export class WebhookConfigurationsQuery implements Partial<Page> {
  @Optional(integerText({ min: 0, max: MAX_SIZE }))
  declare size?: number;

  @Optional(integerText({ min: 0, max: MAX_INDEX }))
  declare index?: number;
}
