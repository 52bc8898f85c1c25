// Profiles of banks in every variant that a profile has, and the orders that fill their files.

/** What a profile lets a bank choose about its files. The first values are the defaults. */
export const AXES = {
  offset: ['unbalanced', 'balanced_batch'],
  line_ending: ['lf', 'crlf'],
  pad_blocks: [true, false],
  letter_case: ['upper', 'as_given'],
  addenda: ['none', 'descriptor'],
  individual_id: ['reference', 'customer_reference', 'blank'],
  descriptive_date: ['date', 'sd', 'blank'],
  web_payment_type: ['S', 'R', ''],
  separate_files: ['none', 'direction', 'sec', 'both'],
};

const SECS = [
  { person_credit: 'PPD', person_debit: 'WEB', business_credit: 'CCD', business_debit: 'CCD' },
  { person_credit: 'PPD', person_debit: 'PPD', business_credit: 'CCD', business_debit: 'CCD' },
];

/** How far each axis turns from variant to variant, in hundred-and-firsts of a turn: in 40 variants any two values meet. */
const TURNS = [67, 59, 47, 3, 11, 97, 13, 29, 53];
const TURN = 101;

/** The format of the nth variant. */
export function formatOf(n) {
  const chosen = Object.entries(AXES).map(([axis, values], at) => {
    const turned = ((n + 1) * TURNS[at]) % TURN;
    return [axis, values[Math.floor((turned * values.length) / TURN)]];
  });
  return { ...Object.fromEntries(chosen), trace_first: 1 + n * 1000 };
}

/** One connection of these enterprises, to a bank in a directory. */
export function variantProfile(n, { directory, enterprises }) {
  const most = 9_999_999_999;
  const name = `bank-${String(n).padStart(2, '0')}`;
  return {
    ...{ name, odfi: { routing_number: '091000019', name: 'FIRST BANK' } },
    header: {
      ...{ immediate_destination: '091000019', immediate_destination_name: 'FIRST BANK OF THE NORTH' },
      ...{ immediate_origin: n % 2 === 0 ? '1234567890' : '021000021', immediate_origin_name: 'ACME CORP' },
      reference_code: n % 4 === 0 ? 'REF00001' : '',
    },
    settlement_account: {
      ...{ routing_number: '091000019', account_number: { env: 'SETTLEMENT_ACCOUNT' }, currency: 'USD' },
      type: n % 3 === 0 ? 'savings' : 'checking',
    },
    companies: enterprises.map((enterprise_id, at) => ({
      ...{ enterprise_id, company_id: `123456789${at}`, company_name: at === 0 ? 'ACME CORPORATION' : `ACME ${at}` },
      ...{ sec: SECS[n % SECS.length], entry_descriptions: { credit: 'PAYMENT', debit: 'PURCHASE' } },
      discretionary_data: at === 2 ? 'TWENTY CHARACTERS OK' : '',
    })),
    rails: { ach: 'ach', same_day_ach: 'ach', rtp: 'off', fednow: 'off' },
    ach: formatOf(n),
    windows: [
      { rail: 'same_day_ach', cutoff: '10:00', effective_in_banking_days: 0, settles: '13:00' },
      { rail: 'ach', cutoff: '20:00', effective_in_banking_days: 1, settles: '08:30' },
    ],
    limits: { file_debit_cents: 99 * most, file_credit_cents: 99 * most, entry_cents: most },
    release: { first_files_manual: 0 },
    channel: { kind: 'directory', root: directory },
    outbound: { directory: '/', name: `${name}_{date}_{modifier}_{sequence}.ach` },
    inbound: [],
  };
}

const ROUTING_NUMBERS = ['021000021', '231380104', '011401533', '122105155'];
const NAMES = [
  ...[
    'Margaret Hamilton',
    'Zoë Müller-Strauß',
    'JOSÉ ÁNGEL NÚÑEZ',
    'a',
    'Łukasz Żółć & Søn “Æther” Trading Company, Ltd.',
  ],
];

/** One debit and one credit. */
const LARGEST = new Set([3, 24]);

/** Orders of both directions, from and to persons and businesses, with the longest and the shortest of every field. */
export function ordersOf(count, { rail, newId, times, hasLargest }) {
  return Array.from({ length: count }, (_, at) => {
    const side = at % 2 === 0 ? 'destination' : 'source';
    const isLongest = at % 7 === 3;
    return {
      ...{ end_to_end_id: `P${newId().replaceAll('-', '')}`, rail, side, ...times },
      amount: hasLargest && LARGEST.has(at) && rail === 'ach' ? 9_999_999_999n : BigInt(1 + ((at * 7_919) % 100_000)),
      routing_number: ROUTING_NUMBERS[at % ROUTING_NUMBERS.length],
      account_number: isLongest ? '12345678901234567' : String(1000 + at),
      account_type: at % 3 === 0 ? 'savings' : 'checking',
      account_holder_name: NAMES[at % NAMES.length],
      party: ['person', 'business', 'enterprise'][Math.floor(at / 2) % 3],
      customer_reference: at % 2 === 0 ? `Customer ${1000 + at}` : null,
      descriptor: at % 4 === 0 ? null : isLongest ? 'INVOICE 4711 '.repeat(11).slice(0, 140) : `Invoice ${at % 3}`,
      statement_display_name: at % 5 === 0 ? 'Acme – “Été” Store and more' : null,
    };
  });
}
