import { isPublicWebsite } from './public-website.js';

const listOf = (text: string) => text.split(/\s*\|\s*/);

const WEBSITES =
  listOf(`acme.com|www.acme.com|https://acme.com/x|http://acme.com|HTTPS://ACME.COM|Acme.Com|acme.co.uk|acme.io|acme.us
  |acme.org|acme.net|acme.edu|acme.gov|acme.mil|acme.int|acme.biz|acme.info|acme.name|acme.pro|acme.aero|acme.coop|acme.museum
  |acme.app|acme.dev|acme.bank|acme.shop|acme.store|acme.tech|acme.online|acme.site|acme.xyz|acme.cloud|acme.ai|acme.tv|acme.me
  |acme.ca|acme.mx|acme.de|acme.fr|acme.com.br|acme.com.au|acme.co.jp|acme.co.nz|acme.in|acme.cn|acme.ru|acme.za.com|acme.pr
  |acme.gu|acme.vi|acme.as|acme.mp|acme.ny.us|a.com|a.b.c.d.com|a-b.com|a--b.com|1.com|3m.com|360.cn|1-800-flowers.com
  |xn--bcher-kva.de|bücher.de|münchen.de|acme.рф|почта.рф|例子.中国|例子.公司|acme.xn--p1ai|shop.acme.com|shop.eu.acme.com
  |acme.github.io|acme.blogspot.com|acme.myshopify.com|acme.wixsite.com/site|https://acme.com|https://acme.com/
  |https://acme.com/a/b/c|https://acme.com/a?b=c|https://acme.com/?b=c&d=e|https://acme.com?b|https://acme.com#top
  |https://acme.com/#/route|https://acme.com/a%20b|https://acme.com/a_b|https://acme.com/@acme|https://acme.com/a:b
  |https://acme.com:443|https://acme.com:8443/x|acme.com:8080|acme.com/|acme.com/x|acme.com?x|acme.com#x|www.acme.com/about
  |www.acme.co.uk/about|https://www.acme-corp.com|https://store.acme-corp.com/us/en|instagram.com/acme|facebook.com/acme
  |linkedin.com/company/acme|x.com/acme|https://maps.app.goo.gl/abc|linktr.ee/acme|etsy.com/shop/acme|t.co|g.co|x.ai
  |acme.photography|acme.plumbing|acme.restaurant|acme.llc|acme.inc|acme.ltd|acme.gmbh|acme.vegas|acme.nyc|acme.miami
  |ａｃｍｅ.com|https://acme.com/ü`);

const NO_WEBSITES =
  listOf(`acme|com|.com|acme.|acme.com.|.acme.com|acme..com|co.uk|gov.uk|com.au|acme.onion|www.acme.onion|a_b.com|_acme.com
  |acme_.com|www.a_b.com|a_b.acme.com|acme.arpa|1.in-addr.arpa|acme.test|acme.example|acme.invalid|acme.localhost|localhost
  |acme.local|acme.internal|acme.lan|acme.home|acme.corp|acme.alt|acme.zz|acme.notatld|acme.c|acme.comm|acme.con|acme.cmo
  |acme.123|127.0.0.1|1.1.1.1|http://10.0.0.1|https://192.168.0.1/x|[::1]|http://[2001:db8::1]|::1|0x7f.1|2130706433|1.2.3
  |-acme.com|acme-.com|www.-acme.com|www.acme-.com|acme.-com|acme.com-|ac me.com|acme .com|acme. com|acme!.com|acme$.com
  |acme%.com|acme&.com|acme*.com|*.acme.com|acme+.com|acme=.com|acme,com|acme,.com|acme;.com|acme'.com|acme".com|(acme).com
  |<acme>.com|acme~.com|acme^.com|acme\u0060.com|acme{.com|acme@.com|jane@acme.com|https://jane@acme.com|https://a:b@acme.com
  |ftp://acme.com|mailto:jane@acme.com|javascript:alert(1)|file:///etc/hosts|data:text/html,x|//acme.com|/acme.com|http:acme.com
  |http:/acme.com|http//acme.com|http://|https://|https:///acme.com|htp://acme.com|https://https://acme.com|www|www.|www.com.
  |https://acme|https://.com|https://acme.com:|https://acme.com:0|https://acme.com:65536|https://acme.com:x|https://acme.com:8080:1
  |https://acme.com/a b|acme.com b|acme.com\\x|https:\\\\acme.com|🙂.com|acme.🙂|acme€.com|acme™.com|acme\u00ad|acme\u200b.com
  |xn--.com|xn--a.com|acme.com,acme.org|acme.com acme.org|acme dot com|my website|none|n/a|-|.|..|...|?|#|/|:|@|123|2125550100`);

describe('a website', () => {
  it('is checked in at least 100 forms of each kind', () => {
    expect([WEBSITES, NO_WEBSITES].map((sites) => new Set(sites).size >= 100)).toEqual([true, true]);
  });

  it.each(WEBSITES)('can have the form %s', (text) => expect(isPublicWebsite(text)).toBe(true));

  it.each(NO_WEBSITES)('cannot have the form %s', (text) => expect(isPublicWebsite(text)).toBe(false));

  it('has labels of at most 63 characters, and 253 in total', () => {
    expect([63, 64].map((length) => isPublicWebsite(`${'a'.repeat(length)}.com`))).toEqual([true, false]);
    const host = (length: number) => `${'a.'.repeat(length).slice(0, length - 4)}.com`;
    expect([253, 255].map((length) => isPublicWebsite(host(length)))).toEqual([true, false]);
  });

  it('is not blank and has no line break', () => {
    expect(['', ' ', ' acme.com', 'acme.com ', 'acme.com\n', '\tacme.com'].filter(isPublicWebsite)).toEqual([]);
  });
});
