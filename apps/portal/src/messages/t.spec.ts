import { t, tCode, tError } from './t.js';

describe('t', () => {
  it('fills in values', () => expect(t('keys.go', { page: 'Home' })).toBe('Go to Home'));

  it('chooses the form for a count', () => {
    expect([1, 2, 0].map((count) => t('table.shown', { count }))).toEqual(['1 row', '2 rows', '0 rows']);
  });

  it('does not read a value as a pattern', () => expect(t('keys.go', { page: '$& {page}' })).toBe('Go to $& {page}'));
});

describe('tCode', () => {
  it('knows the codes of the API', () => expect(tCode('rail', 'fednow')).toBe('FedNow'));

  it('shows a new code readably', () => expect(tCode('status', 'in_review')).toBe('In review'));
});

describe('tError', () => {
  it('prefers a text without names of fields, and keeps that of the API for the rest', () => {
    const message = 'as the API says it';
    expect(tError({ error_code: 'duplicate_transfer_reference_id', message })).not.toContain('_');
    expect(tError({ error_code: 'something_new', message })).toBe(message);
  });
});
