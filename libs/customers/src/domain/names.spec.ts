import fc from 'fast-check';
import { LEGAL_NAME, PERSON_NAME } from './names.js';

const listOf = (text: string) => text.split(/(?:\n {2})?\|/);

const PERSONS =
  listOf(`José|O’Brien|D'Arcy|Anna-Lena|Jean–Luc|Jr.|Müller van der Berg|Nguyễn|Łukasz|Q\u0303|Zoë|Åsa|Øyvind
  |Ægir|Þór|Ðorđe|Šárka|Žižek|Čapek|Řehoř|Dvořák|Ştefan|Ţuţea|Ğül|İbrahim|Işık|Çelik|Ñandú|Peña|Muñoz|García-López
  |Sánchez y Pérez|de la Cruz|van 't Hoff|d’Artagnan|Saint-Exupéry|Françoise|Benoît|Chloé|Anaïs|Jérôme|Noël|Loïc|Gödel
  |Weiß|Größe|Jürgen|Björk|Guðrún|Jón|Sigurðardóttir|Ólafur|Séamus|Ó Briain|Siobhán|Mac an Bhaird|MacDonald|McKay
  |St. John|Martin Luther King Jr.|J.R.R.|J. R. R.|A|X Æ A|Ng|O|Wu|Li|Đặng Thị Hồng|Phạm Văn Đồng|Võ Nguyên Giáp
  |Trần Hưng Đạo|Ōe|Sōseki|Taishō|Kāśī|Ṛṣi|Śiva|Nāgārjuna|Ḥasan|Mc‘Kay|Rørdam|Kovačević|Đurić|Żółć|Wałęsa|Gżegżółka
  |Kőszegi|Erdős|Ármin|Űrhajós|Ķīla|Ļubova|Ņina|Šķēle|Žemaitė|Ąžuolas|Ėglė|Įmantė|Ųla|Ėmile|Ħal|Ġorġ|Ċensu|Ŵyn|Ŷr|Mary Ann
  |Anne-Marie O’Neill-Fernández|Smith‐Jones|Smith‑Jones|Smith—Jones|Jean Le Rond d'Alembert|Ludwig van Beethoven`);

const NO_PERSONS =
  listOf(`R2D2|Иван|李|a_b|a@b|a/b|a,b|a\tb|a\u00a0b|<b>|Ⅷ|\u0301a|ª1|Ann1|1Ann|An2n|Ann!|Ann?|Ann#|Ann$
  |Ann%|Ann&|Ann*|Ann(|Ann)|Ann+|Ann=|Ann:|Ann;|Ann"|Ann“|Ann”|Ann<|Ann>|Ann[|Ann]|Ann{|Ann}|Ann\\|Ann^|Ann~|Ann\u0060|Ann´
  |Ann¨|Ann·|Ann•|Ann…|Ann©|Ann®|Ann™|Ann€|Ann£|Ann¥|Ann¢|Ann§|Ann¶|Ann°|Ann¹|Ann²|Ann½|Ann×|Ann÷|Ann\u2028|Ann\r|Ann\n
  |Ann\u0000|Ann\u200b|Ann\u200d|Ann\ufeff|Ann\u3000|Ann\u2009|Ann\u202e|🙂|Ann🙂|Αθηνά|Ωμέγα|Дмитрий|Ольга|Київ|שרה|דוד|محمد
  |فاطمة|नरेन्द्र|தமிழ்|ไทย|김철수|さくら|サクラ|山田|Հայկ|გიორგი|አበበ|Ann\u0660|Аnn|Αnn|Ann\u0430|\u0308Ann|Ann²|٣Ann|Ann\uff0c|Ann\uff01
  |Ann_|_Ann|a=b|{}|[]|null\u0000|<script>|'; DROP TABLE a|Robert'); --|%41nn|&amp;|Ann\u00ad|Ann\u2060|Ann￥|Ann、Lee`);

const BUSINESSES =
  listOf(`Acme & Sons, Inc.|3M|#1 Pizza|A/B Test: One|Crédit (USA)|O’Neil’s|Foo – Bar|Ünïted|7-Eleven|A. B. C.
  |20th Century|Johnson & Johnson|Toys 'R' Us|H&M|L'Oréal|Nestlé|Häagen-Dazs|Citroën|Škoda|Hermès|AT&T|T-Mobile|Rolls-Royce
  |Ben & Jerry's|Procter & Gamble|Bed, Bath & Beyond|24/7 Fitness|A-1 Auto|Suite #12|Unit: 4|Dept. of Water|No. 1 Fish
  |Smith, Jones & Co.|Smith (Holdings) Ltd.|d/b/a Acme|Acme c/o Bolt|Route 66 Diner|Studio 54|99 Cents|1-800-Flowers|360
  |0|A|Z|#|:|/|-|.|'|&|(A)|Acme  Two Spaces|Acme |Acme-|Acme.|Acme LLC|Acme, LLC|Acme L.L.C.|Acme Corp.|Acme P.C.|Acme PLLC
  |Acme N.A.|Acme S.A.|Acme GmbH|Acme AG & Co. KG|Société Générale|Compañía de Jesús|Crème Brûlée Café|Łódź Kiełbasa|Øl & Brød
  |Þór's Hammer|Ærø Ferry|Zürich Insurance|Århus Stiftstidende|Smörgåsbord #3|Dvořák Piano|Peña y Asociados|Núñez Hermanos
  |Bank of the West|First National Bank (Reno)|St. Mary's Hospital|Y.M.C.A.|U.S. Steel|MacDonald–Smith|Smith—Jones
  |Smith‐Jones|Smith‑Jones|‘Quoted’|Q\u0303 Foods|Nguyễn Phở|Đặng Imports|Īle Baltica|Ķekava|Żubr|Gżegżółka 12|Fish/Chips
  |Law Offices of A. B. Cee|Trust #4421-B|Series 2024-1|The 1: Fund|Fund/12|Joe's Bar & Grill #22`);

const NO_BUSINESSES =
  listOf(` Acme|\tAcme|Acme\n|Acme!|Acme?|a@b|a_b|Ромашка|a;b|a"b|100%|\nAcme|\rAcme|  Acme|\u00a0Acme|\u3000Acme
  |Acme\t|Acme\r|Acme\u0000|Acme\u007f|Acme\u0085|Acme\u00a0B|Acme\u200b|Acme\u200d|Acme\u2028|Acme\u2029|Acme\u202e|Acme\ufeff|Acme\u3000
  |Acme\u2009B|Acme$|Acme%|Acme*|Acme+|Acme=|Acme<|Acme>|Acme[|Acme]|Acme{|Acme}|Acme\\|Acme^|Acme~|Acme\u0060|Acme´|Acme¨|Acme•
  |Acme…|Acme©|Acme®|Acme™|Acme€|Acme£|Acme¥|Acme¢|Acme§|Acme¶|Acme°|Acme¹|Acme²|Acme½|Acme×|Acme÷|Acme“|Acme”|Acme«|Acme»|¡Acme
  |¿Acme|🙂|Acme 🙂|Αθήνα|Ωμέγα|Киев|בנק|بنك|नमस्ते|வணக்கம்|ธนาคาร|은행|ぎんこう|ギンコウ|銀行|Բանկ|ბანკი|ባንክ|Аcme|Αcme|Acme\u0430|Acme٣|Ⅷ
  |Acme Ⅷ|\u0301Acme|\u0308|Acme\uff0c|Acme\uff06|Acme、|Acme。|_Acme|Acme_|<b>Acme</b>|Acme; DROP TABLE a|"Acme"|Acme=1|{}|[]|Acme\u00ad
  |Acme\u2060|Acme￥|Acme‰|Acme†|Acme≠`);

describe('names of persons', () => {
  it.each(PERSONS)('take %s as it is', (name) => expect(PERSON_NAME.test(name)).toBe(true));

  it.each([...new Set(NO_PERSONS), ''])('do not take %j at all', (name) => expect(PERSON_NAME.test(name)).toBe(false));

  it('contain no digit in any position', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 9 }), fc.string(), (before, digit, after) => {
        const name = `${before}${digit}${after}`;
        expect(PERSON_NAME.test(name)).toBe(false);
      }),
    );
  });
});

describe('names of businesses', () => {
  it.each(BUSINESSES)('take %s as it is', (name) => expect(LEGAL_NAME.test(name)).toBe(true));

  it.each([...new Set(NO_BUSINESSES), ''])('do not take %j at all', (name) =>
    expect(LEGAL_NAME.test(name)).toBe(false),
  );

  it('allow all characters of a person’s name, except a leading space', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zéøA-ZÑ.'’–-][a-zéøA-ZÑ .'’–-]*$/), (name) => {
        expect([PERSON_NAME.test(name), LEGAL_NAME.test(name)]).toEqual([true, true]);
      }),
    );
  });
});

describe('the names that are tried', () => {
  it('are at least 100 of each kind', () => {
    const sorts = [PERSONS, NO_PERSONS, BUSINESSES, NO_BUSINESSES].map((names) => new Set(names).size);
    expect(sorts.filter((count) => count < 100)).toEqual([]);
  });
});
