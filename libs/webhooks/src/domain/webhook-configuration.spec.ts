import { isWebhookUrl, WebhookConfiguration } from './webhook-configuration.js';

const at = new Date('2026-01-31T17:04:05.123Z');
const later = new Date('2026-02-01T00:00:00.000Z');
const settings = { event_types: ['transfer_all', 'transfer_all'], url: 'https://hooks.example.com', enabled: true };
const aConfiguration = () =>
  WebhookConfiguration.create({ enterprise_id: 'e', id: 'c', secret: Buffer.of(1) }, settings, { by: 'client-1', at });

describe(WebhookConfiguration.name, () => {
  it('starts at version 1 with its creator and unique event types', () => {
    expect(aConfiguration().snapshot()).toMatchObject({
      event_types: ['transfer_all'],
      version: 1,
      created_by: 'client-1',
      updated_by: 'client-1',
      created_at: at,
      updated_at: at,
    });
  });

  it('keeps creator, secret and creation time on update, and increments the version', () => {
    const configuration = aConfiguration();
    configuration.change({ ...settings, event_types: ['person_all'], enabled: false }, { by: 'client-2', at: later });
    expect(configuration.snapshot()).toEqual({
      ...aConfiguration().snapshot(),
      event_types: ['person_all'],
      enabled: false,
      version: 2,
      updated_by: 'client-2',
      updated_at: later,
    });
  });

  it.each([
    ['https://hooks.example.com', 'https://hooks.example.com'],
    ['https://hooks.example.com/a%20b?c=d', 'https://hooks.example.com/a%20b?c=d'],
    ['http://[::1]:8443/in', 'http://[::1]:8443/in'],
    ['https://hooks.example.com/a|b[1]?c={d}%', 'https://hooks.example.com/a%7Cb%5B1%5D?c=%7Bd%7D%25'],
    ['https://bücher.example/ü?q=é', 'https://xn--bcher-kva.example/%C3%BC?q=%C3%A9'],
  ])('stores the url %s as the URI %s', (url, uri) => {
    const configuration = aConfiguration();
    configuration.change({ ...settings, url }, { by: 'client-1', at });
    expect(configuration.snapshot().url).toBe(uri);
  });

  it('changes only the switch when it is disabled', () => {
    const configuration = aConfiguration();
    configuration.disable('endpoint_gone', { by: 'webhook-deliveries', at: later });
    expect(configuration.enabled).toBe(false);
    expect(configuration.snapshot()).toMatchObject({ event_types: ['transfer_all'], url: settings.url, version: 2 });
  });

  it('keeps why the service disabled it until it is enabled again', () => {
    const configuration = aConfiguration();
    const change = { by: 'client-1', at: later };
    const reason = () => configuration.snapshot().disabled_reason;
    configuration.disable('endpoint_abandoned', change);
    configuration.change({ ...settings, url: 'https://repaired.example.com', enabled: false }, change);
    expect(reason()).toBe('endpoint_abandoned');
    configuration.change(settings, change);
    expect(reason()).toBeNull();
    configuration.change({ ...settings, enabled: false }, change);
    expect(reason()).toBeNull();
  });
});

describe(`${WebhookConfiguration.name}.rotateSecret`, () => {
  it('keeps the previous secret signing for a day', () => {
    const configuration = aConfiguration();
    configuration.rotateSecret({ fresh: Buffer.of(2), previous: Buffer.of(3) }, { by: 'client-2', at: later });
    expect(configuration.snapshot()).toMatchObject({
      secret: Buffer.of(2),
      previous_secret: Buffer.of(3),
      previous_secret_until: new Date('2026-02-02T00:00:00.000Z'),
      version: 2,
      updated_by: 'client-2',
    });
  });
});

describe('the syntax of a webhook URL', () => {
  it.each([
    'http:///x',
    'https:/a.example/x',
    'https:a.example',
    'https:\\\\a.example',
    'https://a..b.com',
    'https://.a.example',
    'https://a.example../',
    'https://-a.example/',
    'https://a-.example/',
    'https://a!b.example/',
    'https://a,b.example/',
    `https://${'a'.repeat(64)}.example/`,
    `https://${'a.'.repeat(127)}example/`,
    'https://a.example:0/',
    'https://a.example:65536/',
    'https://a.example:https/',
    'https://a.example:-1/',
    'https://@a.example/',
    'https://a.example/#part',
    'https://a.example#',
    'https://a.example\\@b.example/',
    'https://[::1',
    'https://1.2.3.4.5/',
    'https://?a=b',
    'https://#a',
    'https://:443/',
  ])('the text %s can never be reachable', (url) => {
    expect(isWebhookUrl(url)).toBe(false);
  });

  it.each([
    'https://hooks.example.com.',
    'https://a_b.example.com/',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/',
    `https://${'a'.repeat(63)}.example/`,
    'https://a.example:65535/?q=%23',
    'https://a.example/with@sign?and=@',
    'http://192.0.2.1:8080/x',
  ])('the text %s may be reachable', (url) => {
    expect(isWebhookUrl(url)).toBe(true);
  });

  it.each(['https://hooks.example.com/in?a=b', 'http://localhost:3000', 'HTTPS://EXAMPLE.COM', 'https://[::1]:8443/'])(
    'the text %s is valid',
    (url) => {
      expect(isWebhookUrl(url)).toBe(true);
    },
  );

  it.each(['', 'hooks.example.com', 'ftp://a.example', ' https://a.example', 'https://a.example/ b', 'https://'])(
    'the text "%s" is not valid',
    (url) => {
      expect(isWebhookUrl(url)).toBe(false);
    },
  );

  it.each(['https://user@a.example/', 'https://:secret@a.example/', 'https://a.example@127.0.0.1/'])(
    'the text %s has credentials and is not valid',
    (url) => {
      expect(isWebhookUrl(url)).toBe(false);
    },
  );
});
