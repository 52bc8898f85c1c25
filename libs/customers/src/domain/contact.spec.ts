import { hostOfWebsite, isEmail, isPhone, replaceContacts } from './contact.js';

const monday = new Date('2026-01-05T10:00:00Z');
const tuesday = new Date('2026-01-06T10:00:00Z');

describe('a phone number', () => {
  it.each(['2125550100', '9999999999', '4155550100'])('may be %s by its form', (text) =>
    expect(isPhone(text)).toBe(true),
  );

  it.each([
    '0125550100',
    '1125550100',
    '212555010',
    '21255501000',
    '212-555-0100',
    '+12125550100',
    '(212)5550100',
    '2125550100\n',
  ])('may not be %j by its form', (text) => expect(isPhone(text)).toBe(false));
});

describe('an e-mail address', () => {
  it.each([
    'a@b.co',
    'jane.doe+tag@mail.example.com',
    "o'brien@example.com",
    'ü@bücher.example',
    `${'a'.repeat(64)}@example.com`,
  ])('may be %s by its form', (text) => expect(isEmail(text)).toBe(true));

  it.each([
    'a@b',
    'a.b.com',
    'a@@b.co',
    'a@b@c.co',
    '@b.co',
    'a@',
    'a@.co',
    'a@b..co',
    'a@-b.co',
    'a b@c.co',
    '.a@b.co',
    'a.@b.co',
    'a..b@c.co',
    'Jane <a@b.co>',
    `${'a'.repeat(250)}@b.co`,
  ])('may not be %s by its form', (text) => expect(isEmail(text)).toBe(false));
});

describe('the host of a website', () => {
  it.each([
    ['acme.com', 'acme.com'],
    ['www.acme.com', 'www.acme.com'],
    ['https://acme.com/x?y#z', 'acme.com'],
    ['HTTP://acme.com:8080', 'acme.com'],
  ])('of %s is found', (text, host) => expect(hostOfWebsite(text)).toBe(host));

  it.each(['ftp://acme.com', 'mailto:a@acme.com', 'https://user@acme.com', 'acme .com', 'javascript:alert(1)', ''])(
    'of %j there is none',
    (text) => expect(hostOfWebsite(text)).toBeUndefined(),
  );
});

describe('replaced contacts', () => {
  const [phone] = replaceContacts([], [{ type: 'phone', value: '2125550100' }], monday);

  it('keep id and age while their type stays', () => {
    const email = { type: 'email', value: 'a@b.co' };
    const [kept, added] = replaceContacts([phone!], [{ type: 'phone', value: '2125550199' }, email], tuesday);
    expect(kept).toEqual({ ...phone, value: '2125550199', updated_at: tuesday.toISOString() });
    expect(added).toMatchObject({ ...email, created_at: tuesday.toISOString() });
  });

  it('are not updated by the same value', () => {
    expect(replaceContacts([phone!], [{ type: 'phone', value: '2125550100' }], tuesday)).toEqual([phone]);
  });
});
