import { differencesOf } from './differences.js';

describe('what a change changed', () => {
  it('is each field that differs, and nothing else', () => {
    const before = { minutes: 30, roles: ['admin'], name: 'amy', seen: null };
    const after = { minutes: 45, roles: ['admin'], name: 'amy', seen: null, mfa: true };
    expect(differencesOf(before, after)).toEqual([
      { field: 'minutes', before: '30', after: '45' },
      { field: 'mfa', before: undefined, after: 'true' },
    ]);
  });

  it('is all of what was made, and all of what was removed', () => {
    expect(differencesOf(undefined, { role: 'admin' })).toEqual([{ field: 'role', before: undefined, after: 'admin' }]);
    expect(differencesOf({ scopes: ['a', 'b'] })).toEqual([{ field: 'scopes', before: '["a","b"]', after: undefined }]);
  });
});
