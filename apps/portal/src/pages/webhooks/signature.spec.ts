import { Webhook } from 'standardwebhooks';
import { verifySignature } from './signature.js';

const secret = `whsec_${Buffer.from('a secret of 24 bytes ...').toString('base64')}`;
const now = new Date('2026-11-22T15:00:00Z');
const body = '{"event_type":"transfer_updated","note":"Zoë"}';
const signed = {
  ...{ secret, id: 'msg_1', timestamp: String(now.getTime() / 1_000), body },
  signature: new Webhook(secret).sign('msg_1', now, body),
};

describe('verifySignature', () => {
  it('agrees with a library of the specification', async () => {
    expect(await verifySignature(signed, now)).toBe('valid');
    // While a secret is rotated both sign.
    expect(await verifySignature({ ...signed, signature: `v1,AAAA ${signed.signature}` }, now)).toBe('valid');
  });

  it.each([
    ['another body', { body: `${body} ` }],
    ['another id', { id: 'msg_2' }],
    ['another time', { timestamp: '1' }],
    ['another secret', { secret: `whsec_${Buffer.from('another').toString('base64')}` }],
    ['no signature', { signature: '' }],
  ])('refuses %s', async (_, change) => {
    expect(await verifySignature({ ...signed, ...change }, now)).toBe('invalid');
  });

  it('says of a right one that it is too old', async () => {
    expect(await verifySignature(signed, new Date(now.getTime() + 301_000))).toBe('stale');
  });

  it('says what is no secret', async () => {
    expect(await verifySignature({ ...signed, secret: 'whsec_§' }, now)).toBe('badSecret');
    expect(await verifySignature({ ...signed, secret: '' }, now)).toBe('badSecret');
  });
});
