import type { DomainError } from '@payments/kernel';
import { validate } from '@payments/http';
import { WebhookConfigurationRequest } from './webhook-configuration.dto.js';

const body = { event_types: ['subscribe_all'], url: 'https://hooks.example.com/in', enabled: true };

function codesOf(
  sent: Record<string, unknown>,
  type: typeof WebhookConfigurationRequest = WebhookConfigurationRequest,
) {
  try {
    validate(type, sent);
    return [];
  } catch (error) {
    return (error as DomainError).fieldErrors.map(({ error_code }) => error_code);
  }
}

describe(WebhookConfigurationRequest.name, () => {
  it('accepts its three fields and nothing else', () => {
    expect({ ...validate(WebhookConfigurationRequest, { ...body, extra: 1 }) }).toEqual(body);
  });

  it('lists every missing field in interface order', () => {
    expect(codesOf({})).toEqual(['missing_event_types', 'missing_url', 'missing_enabled']);
  });

  it.each(['event_types', 'url', 'enabled'])('reports %s as missing when it is null', (field) => {
    expect(codesOf({ ...body, [field]: null })).toEqual([`missing_${field}`]);
  });

  it.each([[[]], ['subscribe_all'], [['transfer_deleted']], [['subscribe_all', 7]], [{}], [[null]]])(
    'rejects the event types %j',
    (event_types) => {
      expect(codesOf({ ...body, event_types })).toEqual(['invalid_event_types']);
    },
  );

  it.each([
    '',
    'hooks.example.com',
    'ftp://hooks.example.com',
    'https://user:secret@hooks.example.com/',
    'https://hooks.example.com/ in',
    `https://hooks.example.com/${'a'.repeat(2_048)}`,
    7,
    {},
  ])('rejects the url %j', (url) => {
    expect(codesOf({ ...body, url })).toEqual(['invalid_url']);
  });

  it('accepts a url of 2048 characters', () => {
    const url = 'https://hooks.example.com/'.padEnd(2_048, 'a');
    expect(codesOf({ ...body, url })).toEqual([]);
  });

  it.each(['true', 1, 0, []])('rejects %j for enabled', (enabled) => {
    expect(codesOf({ ...body, enabled })).toEqual(['invalid_enabled']);
  });
});
