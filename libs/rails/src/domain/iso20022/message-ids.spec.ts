import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { fedNowId, instructionId, messageId, rtpId, uetrOf } from './message-ids.js';

const digestOf = (text: string) => createHash('sha256').update(text).digest();
const id = '0198f2d0-6c1e-7c1b-8a57-3f6f5d1c2b3a';
const at = new Date('2026-11-24T04:00:00Z');

describe('the ids of a message', () => {
  it('of an instruction derive from the entry', () => {
    expect(instructionId(id)).toBe('I0198F2D06C1E7C1B8A573F6F5D1C2B3A');
  });

  it('of a message have the day in New York, the connection, and a part of the digest', () => {
    expect(messageId({ at, connection: 7, digest: digestOf(id) })).toMatch(/^M202611230007[0-9A-HJKMNP-TV-Z]{20}$/);
    const of = (text: string) => messageId({ at, connection: 7, digest: digestOf(text) });
    fc.assert(fc.property(fc.uuid(), fc.uuid(), (one, other) => expect(of(one) === of(other)).toBe(one === other)));
  });

  it('of FedNow have the calendar date, the connection party and a reference, within 35 letters and digits', () => {
    const of = (text: string) => fedNowId({ at, connectionParty: '091000019', digest: digestOf(text) });
    expect(of(id)).toMatch(/^20261123091000019[0-9A-HJKMNP-TV-Z]{18}$/);
    fc.assert(fc.property(fc.uuid(), fc.uuid(), (one, other) => expect(of(one) === of(other)).toBe(one === other)));
  });

  it('of a payment are UUIDs of version 4, the same for the same entry', () => {
    const version4 = /^[a-f0-9]{8}-[a-f0-9]{4}-4[a-f0-9]{3}-[89ab][a-f0-9]{3}-[a-f0-9]{12}$/;
    fc.assert(fc.property(fc.uuid(), (each) => expect(uetrOf(digestOf(each))).toMatch(version4)));
    expect(uetrOf(digestOf(id))).toBe(uetrOf(digestOf(id)));
  });

  it('of RTP have the day, the participant and a number', () => {
    const seed = { at, participant: '091000019A1', number: 42 };
    expect(rtpId({ ...seed, source: 'ACM' }, 'message')).toBe('M20261123091000019A1BACM00000000042');
    expect(rtpId({ ...seed, source: 'ACME' }, 'payment')).toBe('20261123091000019A1BACME00000000042');
  });

  it('are refused where a part does not fit', () => {
    expect(() => messageId({ at, connection: 10_000, digest: digestOf(id) })).toThrow(RangeError);
    expect(() => fedNowId({ at, connectionParty: '09100001', digest: digestOf(id) })).toThrow(RangeError);
    const seed = { at, participant: '091000019', source: 'ACM', number: 1 };
    expect(() => rtpId(seed, 'message')).toThrow(RangeError);
    expect(() => rtpId({ ...seed, participant: '091000019A1', number: 1e11 }, 'message')).toThrow(RangeError);
  });
});
