import { weaknessOf } from './password-rules.js';

describe('a new password', () => {
  it.each([
    'correct horse battery staple',
    'Tr0ub4dor&3-and-more',
    'zebra 9 lamp 4 cloud',
    '93650284710593847561',
    'ненадёжный-но-длинный',
  ])('may be %j', (password) => {
    expect(weaknessOf(password, 'maria@acme.example')).toBeUndefined();
  });

  it.each(['maria@acme.example', 'MARIA@ACME.EXAMPLE', 'my maria@acme.example!'])(
    'may not contain the name, as %j does',
    (password) => expect(weaknessOf(password, 'maria@acme.example')).toMatch(/name/),
  );

  it('may contain a name that is too short to mean anything', () => {
    expect(weaknessOf('correct horse battery', 'jo')).toBeUndefined();
    expect(weaknessOf('correct horse battery', 'hors')).toMatch(/name/);
  });

  it.each([
    ...['qwertyuiop123', 'QwertyUIOP123', 'password1234', 'Password!2026', '2026 Administrator', 'peanutbutter'],
    ...['123456789012', '987654321098', 'abcdefghijklm', 'zyxwvutsrqpon', '567890123456'],
    ...['aaaaaaaaaaaa', 'abababababab', 'lamp9lamp9lamp9', 'passwordpassword'],
  ])('may not be %j, as many people use it', (password) => {
    expect(weaknessOf(password, 'maria')).toMatch(/many people/);
  });
});
