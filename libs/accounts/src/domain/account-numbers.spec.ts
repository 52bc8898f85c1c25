import { join } from 'node:path';
import { readCorpus } from '@payments/testing';
import fc from 'fast-check';
import { ACCOUNT_NUMBER, digitsOf, HOLDER_NAME, ROUTING_NUMBER } from './account-numbers.js';

describe.each([
  { name: 'an account number', file: 'account-numbers', form: ACCOUNT_NUMBER },
  { name: 'a routing number', file: 'routing-numbers', form: ROUTING_NUMBER },
])('$name', ({ file, form }) => {
  const { accepted, refused } = readCorpus(join(__dirname, `${file}.corpus.txt`));

  it('is checked in at least 100 forms', () => {
    expect(new Set([...accepted, ...refused]).size).toBeGreaterThanOrEqual(100);
  });

  it.each(accepted)('may be %s by its form', (text) => expect(form.test(text)).toBe(true));

  it.each(refused)('may not be %j by its form', (text) => expect(form.test(text)).toBe(false));
});

describe('an account number', () => {
  it.each(['1234', '12345678901234567', '1-2-3-4', '1234-56789', '0000'])('may be %s by its form', (text) =>
    expect(ACCOUNT_NUMBER.test(text)).toBe(true),
  );

  it.each(['123', '123456789012345678', '-1234', '1234-', '12--34', '12 34', '1234a', '', '1234\n', '１２３４'])(
    'may not be %j by its form',
    (text) => expect(ACCOUNT_NUMBER.test(text)).toBe(false),
  );

  it('has 4 to 17 digits, with single hyphens anywhere between them', () => {
    const parts = fc.array(fc.stringMatching(/^\d-?$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(parts, (sent) => {
        const number = sent.join('').replace(/-$/, '');
        const { length } = digitsOf(number);
        expect(ACCOUNT_NUMBER.test(number)).toBe(length >= 4 && length <= 17);
      }),
    );
  });
});

describe('a routing number', () => {
  it('is nine digits; its checksum is a matter of verification', () => {
    const texts = ['011000028', '000000000', '01100002', '0110000288', '01100-028', '01100002a'];
    expect(texts.map((text) => ROUTING_NUMBER.test(text))).toEqual([true, true, false, false, false, false]);
  });
});

const listOf = (text: string) => text.split(/(?:\n {2})?\|/);

const HOLDERS =
  listOf(`Jane Doe|José O’Brien|Acme & Sons, Inc. #1|3M|A/B (test): "x"; 50% + $1 = @home!?|a_b|c*|0|A|Ng|Zoë|Åsa|Øyvind
  |Ægir|Þór|Đặng Thị Hồng|Nguyễn|Łukasz|Żółć|Škoda|Čapek|Řehoř|Ştefan|Ğül|İbrahim|Çelik|Muñoz|François|Weiß|Jürgen|Guðrún|Ķīla|Ōe
  |Sean O'Neill|Sean O’Neill|Sean O‘Neill|Anna-Lena|Anna‐Lena|Anna‑Lena|Anna–Lena|Anna—Lena|Anna―Lena|J. R. R.|Smith, John|SMITH JOHN Q
  |John Q. Smith Jr.|John & Jane Smith|John Smith OR Jane Smith|John Smith/Jane Smith|John Smith (POD)|Estate of J. Smith
  |The Smith Family Trust dtd 1/2/2003|Smith: Trustee|Acme LLC|Acme, L.L.C.|Acme Corp.|Acme Co|Acme d/b/a Bolt|AT&T|H&M|Toys "R" Us
  |E*TRADE|Yahoo!|Who?|7-Eleven|24/7 Fitness|1-800-Flowers|100% Pure|Save $5|C++ Club|A=B|me@home|a;b|a|!|?|#|$|%|&|'|(|)|*|+|,|-|.|/
  |:|;|=|@|_|"|Q\u0303|Law Offices of A. B. Cee, P.C.|Unit #4|No. 12|Acme  Two Spaces| Acme|Acme |Trust #4421-B|Series 2024-1
  |City of Reno, NV|Dept. of Water & Power|St. Mary's Hospital|Bank (USA), N.A.|Straße & Söhne GmbH|Société Générale|Compañía de Jesús`);

const NO_HOLDERS =
  listOf(`Иван|李|a\tb|a\u00a0b|€|🙂|Ann\n|Ann\r|Ann\u0000|Ann\u007f|Ann\u0085|Ann\u200b|Ann\u200d|Ann\u2028|Ann\u202e
  |Ann\ufeff|Ann\u3000|Ann\u2009|Ann\u00ad|Ann\u2060|Ann“|Ann”|Ann„|Ann«|Ann»|Ann´|Ann¨|Ann·|Ann•|Ann…|Ann©|Ann®|Ann™|Ann£|Ann¥|Ann¢|Ann§
  |Ann¶|Ann°|Ann¹|Ann²|Ann³|Ann½|Ann×|Ann÷|Ann¬|Ann¡|Ann¿|Ann±|Annµ|Ⅷ|Ann Ⅷ|\u0301Ann|\u0308|Αθηνά|Ωμέγα|Київ|Дмитрий|שרה|محمد
  |नमस्ते|தமிழ்|ไทย|김철수|さくら|サクラ|山田|Հայկ|გიორგი|አበበ|Аnn|Αnn|Ann\u0430|Ann٣|Ann３|Ann，|Ann！|Ann、|Ann。|Ann￥|Ann‰|Ann†|Ann≠
  |Ann<|Ann>|Ann{|Ann}|Ann[|Ann]|Ann\\|Ann^|Ann~|Ann\u0060|<b>|{}|[]|<script>|a\\b|~ann|^|~|null\u0000|Ann🙂|👩‍👧|Ann\u0335\u20dd|Ann‚|Ann‹`);

describe('the name of an account holder', () => {
  it('is checked in at least 100 forms of each kind', () => {
    expect([HOLDERS, NO_HOLDERS].map((names) => new Set(names).size >= 100)).toEqual([true, true]);
  });

  it.each([...new Set(HOLDERS)].filter(Boolean))('may be %j by its characters', (name) =>
    expect(HOLDER_NAME.test(name)).toBe(true),
  );

  it.each([...new Set(NO_HOLDERS)])('may not be %j by its characters', (name) =>
    expect(HOLDER_NAME.test(name)).toBe(false),
  );

  it.each(['Jane Doe', 'José O’Brien', 'Acme & Sons, Inc. #1', '3M', 'A/B (test): "x"; 50% + $1 = @home!?', 'a_b|c*'])(
    'may be %s as it is',
    (name) => expect(HOLDER_NAME.test(name)).toBe(true),
  );

  it.each([...'<>{}[]\\^~`'].map((mark) => `Jane ${mark}`))('may not be %s with such a mark', (name) =>
    expect(HOLDER_NAME.test(name)).toBe(false),
  );

  it.each(['Иван', '李', 'a\tb', 'a\u00a0b', '€', '🙂', ''])('may not be %j at all', (name) =>
    expect(HOLDER_NAME.test(name)).toBe(false),
  );

  it('allows every printable ASCII character except ten', () => {
    const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
    const refused = printable.map((mark) => `a${mark}`).filter((name) => !HOLDER_NAME.test(name));
    expect(refused.map((name) => name.slice(1)).join('')).toBe('<>[\\]^`{}~');
  });
});
