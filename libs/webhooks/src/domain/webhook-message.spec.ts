import { toMessage } from './webhook-message.js';

const event = {
  event_id: '019c1a2b-0000-7000-8000-000000000001',
  event_type: 'transfer_created',
  created_at: new Date('2026-01-31T17:04:05.120Z'),
  sequence: 3,
  data: '{"transfer":{"amount":100,"note":"caf\\u00e9","tail":1.50}}',
  test: false,
};

describe('the body of a webhook', () => {
  it('has its members in the documented order', () => {
    expect(Object.keys(JSON.parse(toMessage(event).body) as object)).toEqual([
      'event_id',
      'event_type',
      'data_version',
      'created_at',
      'sequence',
      'event_data',
    ]);
  });

  it('carries the stored data byte for byte', () => {
    expect(toMessage(event).body).toContain(`,"event_data":${event.data}}`);
  });

  it('is the same text every time, with the signed time', () => {
    const { body, created_at } = toMessage(event);
    expect(toMessage({ ...event }).body).toBe(body);
    expect(created_at).toBe('2026-01-31T17:04:05.120Z');
    expect(body).toContain(`"created_at":"${created_at}"`);
    expect(JSON.parse(body)).toMatchObject({ sequence: 3, data_version: 'v2022-09-21', event_data: { transfer: {} } });
  });

  it('has the test flag only for a test event', () => {
    expect(toMessage({ ...event, test: true }).body).toContain(',"sequence":3,"test":true,"event_data":');
    expect(toMessage(event).body).not.toContain('"test"');
  });
});
