import { createVerify, generateKeyPairSync, randomBytes, verify } from 'node:crypto';
import { FixedClock, SystemClock } from '@payments/kernel';
import type { FieldCipher, FieldPlace } from '@payments/persistence';
import { Webhook } from 'standardwebhooks';
import type { Endpoint } from '../../application/ports.js';
import type { ProvideEnterpriseKeypair } from '../../application/provide-enterprise-keypair.js';
import { toMessage } from '../../domain/webhook-message.js';
import { SealedWebhookSecrets } from './sealed-webhook-secrets.js';
import { WebhookSigner } from './webhook-signer.js';

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** Seals by prefixing the place, so that opening at another place is detected. */
class PlainCipher implements Pick<FieldCipher, 'seal' | 'open'> {
  opened = 0;

  async seal(place: FieldPlace, text: string): Promise<Buffer> {
    return Buffer.from(`${JSON.stringify(place)}\n${text}`);
  }

  async open(place: FieldPlace, sealed: Buffer): Promise<string> {
    this.opened++;
    const [at, ...text] = sealed.toString().split('\n');
    if (at !== JSON.stringify(place)) throw new Error('sealed at another place');
    return text.join('\n');
  }
}

async function aSigner(clock = new SystemClock()) {
  const cipher = new PlainCipher();
  const secrets = new SealedWebhookSecrets(cipher as unknown as FieldCipher);
  const row = { enterprise_id: 'e1', id: 'k1' };
  const place = {
    enterpriseId: 'e1',
    table: 'webhooks.enterprise_keypairs',
    column: 'private_key',
    rowId: 'k1',
  };
  const private_key = await cipher.seal(place, keys.privateKey);
  const provide = jest.fn(async () => ({ ...row, public_key: keys.publicKey, private_key }));
  const provideKeypair = { execute: provide } as unknown as ProvideEnterpriseKeypair;
  const signer = new WebhookSigner(provideKeypair, cipher as unknown as FieldCipher, secrets, clock);
  return { signer, secrets, provide, cipher };
}

const configuration = { enterprise_id: 'e1', id: 'c1' };

const anEndpoint = (secret: Buffer, more: Partial<Endpoint> = {}): Endpoint => ({
  ...configuration,
  version: 1,
  url: 'https://hooks.example.com',
  enabled: true,
  secret,
  previous_secret: null,
  previous_secret_until: null,
  keypair_id: 'k1',
  probe_at: null,
  probe_in_ms: null,
  ...more,
});

const message = toMessage({
  event_id: 'ev1',
  event_type: 'transfer_created',
  created_at: new Date('2026-01-31T17:04:05.123Z'),
  sequence: 1,
  data: '{"transfer":{"note":"naïve € 𝄞"}}',
  test: false,
});

describe(WebhookSigner.name, () => {
  it('the Standard Webhooks reference library verifies the signatures', async () => {
    const { signer, secrets } = await aSigner();
    const sealed = await secrets.create(configuration);
    const endpoint = anEndpoint(sealed);
    const headers = await signer.headersFor(message, endpoint);
    const secret = await secrets.open(endpoint);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new Webhook(secret).verify(message.body, headers)).toEqual(JSON.parse(message.body));
    expect(() => new Webhook(secret).verify(message.body.replace('ev1', 'ev2'), headers)).toThrow();
    const other = `whsec_${randomBytes(32).toString('base64')}`;
    expect(() => new Webhook(other).verify(message.body, headers)).toThrow();
  });

  it('the webhook id is the event id; the timestamp is in seconds', async () => {
    const { signer, secrets } = await aSigner(new FixedClock(new Date(1_769_878_999_999)));
    const endpoint = anEndpoint(await secrets.create(configuration));
    expect(await signer.headersFor(message, endpoint)).toMatchObject({
      'webhook-id': 'ev1',
      'webhook-timestamp': '1769878999',
    });
  });

  it("the enterprise's public key verifies Signature over body and created_at", async () => {
    const { signer, secrets } = await aSigner();
    const endpoint = anEndpoint(await secrets.create(configuration));
    const signature = Buffer.from((await signer.headersFor(message, endpoint))['Signature']!, 'base64');
    const signed = `${message.body}2026-01-31T17:04:05.123Z`;
    expect(verify('sha256', Buffer.from(signed), keys.publicKey, signature)).toBe(true);
    expect(createVerify('RSA-SHA256').update(signed).verify(keys.publicKey, signature)).toBe(true);
    expect(verify('sha256', Buffer.from(message.body), keys.publicKey, signature)).toBe(false);
  });

  it('an event is RSA-signed once, and its key is opened once', async () => {
    const { signer, secrets, provide } = await aSigner();
    const first = anEndpoint(await secrets.create(configuration));
    const second = anEndpoint(await secrets.create({ enterprise_id: 'e1', id: 'c2' }), { id: 'c2' });
    const [one, two] = await Promise.all([first, second].map((endpoint) => signer.headersFor(message, endpoint)));
    expect(one!['Signature']).toBe(two!['Signature']);
    expect(one!['webhook-signature']).not.toBe(two!['webhook-signature']);
    expect(provide).toHaveBeenCalledTimes(1);
  });

  it('a secret is opened again when its configuration has changed', async () => {
    const { signer, secrets, cipher } = await aSigner();
    const endpoint = anEndpoint(await secrets.create(configuration));
    await signer.headersFor(message, endpoint);
    const before = cipher.opened;
    await signer.headersFor(message, endpoint);
    expect(cipher.opened).toBe(before);
    await signer.headersFor(message, { ...endpoint, version: 2 });
    expect(cipher.opened).toBe(before + 1);
  });

  it('both secrets sign after a rotation until the old one expires', async () => {
    const clock = new FixedClock(new Date());
    const { signer, secrets } = await aSigner(clock);
    const old = anEndpoint(await secrets.create(configuration));
    const rotated = anEndpoint(await secrets.create(configuration), {
      version: 2,
      previous_secret: await secrets.demote(old),
      previous_secret_until: new Date(clock.now().getTime() + 1_000),
    });
    const [before, after] = [await secrets.open(old), await secrets.open(rotated)];
    expect(before).not.toBe(after);
    const both = await signer.headersFor(message, rotated);
    expect(both['webhook-signature']!.split(' ')).toHaveLength(2);
    for (const secret of [before, after]) expect(() => new Webhook(secret).verify(message.body, both)).not.toThrow();
    clock.advance(1_000);
    const one = await signer.headersFor(message, rotated);
    expect(() => new Webhook(after).verify(message.body, one)).not.toThrow();
    expect(() => new Webhook(before).verify(message.body, one)).toThrow();
  });

  it('a secret that was moved to another configuration does not open', async () => {
    const { secrets } = await aSigner();
    const secret = await secrets.create(configuration);
    await expect(secrets.open(anEndpoint(secret, { id: 'c2' }))).rejects.toThrow('another place');
  });
});
