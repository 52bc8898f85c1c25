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

const listOf = (text: string) => text.split(/\s*\|\s*/);

const EMAILS =
  listOf(`a@b.co|jane.doe+tag@mail.example.com|o'brien@example.com|ü@bücher.example|x@y.museum|1@2.com|a-b@c-d.org
  |a_b@c.org|a+b@c.org|a=b@c.org|a/b@c.org|a!b@c.org|a#b@c.org|a$b@c.org|a%b@c.org|a&b@c.org|a*b@c.org|a?b@c.org|a^b@c.org
  |a{b@c.org|a}b@c.org|a~b@c.org|-a@b.co|_@b.co|a@b.c.d.e.f.co|A@B.CO|JANE@EXAMPLE.COM|jane@xn--bcher-kva.example
  |jane@münchen.de|пётр@почта.рф|用户@例子.公司|jane@a1.co|jane@1a.co|jane@1-a.co|jane@a--b.co|a.b.c.d@e.co|jane@3m.com
  |jane@360.cn|jane@e.xn--p1ai|jane@sub.dom.example.co.uk|first.last@example.technology|j@example.photography
  |info@acme.io|ap@acme.us|payroll+2026@acme.biz|no-reply@acme.info|user@mail-1.acme.com|user@mail.acme-corp.com
  |disposable.style.email.with+symbol@example.com|other.email-with-hyphen@example.com|fully-qualified-domain@example.com
  |user.name+tag+sorting@example.com|x@example.com|example-indeed@strange-example.com|test/test@test.com|mailhost!u@example.org
  |user%example.com@example.org|user-@example.org|é@b.co|ñ@b.co|ß@b.co|jane@example.co.jp|jane@b.info|jane@b.name|jane@b.pro`);

const NO_EMAILS = listOf(`a@b|a.b.com|a@@b.co|a@b@c.co|@b.co|a@|a@.co|a@b..co|a@-b.co|a b@c.co|.a@b.co|a.@b.co|a..b@c.co
  |Jane <a@b.co>|jane|jane@|@|@@|a@b.|a@.b|a@b-.co|a@b.-co|a@b.co-|a@b_c.co|a@b,c.co|a@b;c.co|a@b c.co|a@b.co,c@d.co
  |a@b.co;c@d.co|a,b@c.co|a;b@c.co|a:b@c.co|a(b@c.co|a)b@c.co|a[b@c.co|a]b@c.co|a<b@c.co|a>b@c.co|"a"@b.co|"a b"@c.co
  |a\\b@c.co|a@[127.0.0.1]|a@127.0.0.1|a@1.2.3|a@b.1|a@b.123|a@localhost|a@b.co.|a@b.co/|a@b.co?x|a@b.co#x|a@b.co:25
  |mailto:a@b.co|http://a@b.co|a@http://b.co|a@b!.co|a@b#.co|a@b$.co|a@b%.co|a@b&.co|a@b*.co|a@b+.co|a@b=.co|a@b/.co
  |a@b'.co|a@b".co|a@(b).co|a@b.c_o|a@b.c o|a\tb@c.co|a@b.co\u0009x|a@b\u00a0.co|a\u00a0b@c.co|a\u3000b@c.co|a\u2003@b.co
  |..@b.co|.@b.co|a.b.@c.co|a@b.co@|@a@b.co|a@b@|a@.|a@..|a@...|a@b...co|a@🙂.co|a@b.🙂|a@b€.co|a@b×.co|a@b\u200b.co
  |jane at example.com|jane(at)example.com|jane.example.com|jane@example|example.com|www.example.com|//a@b.co/|a@ b.co|a @b.co
  |a@b .co|a@b. co|a@b.c.|a@*.co|a@?.co|a@${'b'.repeat(64)}.co|a@${'b'.repeat(250)}.co`);

describe('an e-mail address', () => {
  it.each(EMAILS)('may be %s by its form', (text) => expect(isEmail(text)).toBe(true));

  it.each(NO_EMAILS)('may not be %s by its form', (text) => expect(isEmail(text)).toBe(false));

  it('is checked in at least 150 forms', () => {
    expect(new Set([...EMAILS, ...NO_EMAILS]).size).toBeGreaterThanOrEqual(150);
  });

  it('has 254 characters at most, and a label of its domain 63', () => {
    expect([244, 245].map((length) => isEmail(`${'a'.repeat(length)}@bcdef.com`))).toEqual([true, false]);
    expect([63, 64].map((length) => isEmail(`a@${'b'.repeat(length)}.com`))).toEqual([true, false]);
  });

  it('cannot end in a line break or a blank', () => {
    expect(['a@b.co\n', 'a@b.co ', ' a@b.co', '\na@b.co', ''].filter(isEmail)).toEqual([]);
  });
});

describe('the host of a website', () => {
  it.each([
    ['acme.com', 'acme.com'],
    ['www.acme.com', 'www.acme.com'],
    ['https://acme.com/x?y#z', 'acme.com'],
    ['HTTP://acme.com:8080', 'acme.com'],
  ])('of %s is found', (text, host) => expect(hostOfWebsite(text)).toBe(host));

  it('can include a valid port', () => {
    const hosts = ['1', '80', '65535', '0', '65536', '99999', '', 'x'].map((port) => hostOfWebsite(`acme.com:${port}`));
    expect(hosts.map((host) => host !== undefined)).toEqual([true, true, true, false, false, false, false, false]);
  });

  it.each(['ftp://acme.com', 'mailto:a@acme.com', 'https://user@acme.com', 'acme .com', 'javascript:alert(1)', ''])(
    'of %j there is none',
    (text) => expect(hostOfWebsite(text)).toBeUndefined(),
  );
});

describe('replaced contacts', () => {
  const [phone] = replaceContacts([], [{ type: 'phone', value: '2125550100' }], monday);

  it('keep their id and age if their type stays', () => {
    const email = { type: 'email', value: 'a@b.co' };
    const [kept, added] = replaceContacts([phone!], [{ type: 'phone', value: '2125550199' }, email], tuesday);
    expect(kept).toEqual({ ...phone, value: '2125550199', updated_at: tuesday.toISOString() });
    expect(added).toMatchObject({ ...email, created_at: tuesday.toISOString() });
  });

  it('are not updated by the same value', () => {
    expect(replaceContacts([phone!], [{ type: 'phone', value: '2125550100' }], tuesday)).toEqual([phone]);
  });
});
