/** Where the rules of the bank are published. */
export const ruleSources = {
  exchange: 'Nacha Operating Rules, Appendix One: ACH File Exchange Specifications',
  acceptance: 'Nacha Operating Rules, Appendix Two: Specifications for Data Acceptance by ACH Operators',
  records: 'Nacha Operating Rules, Appendix Three: ACH Record Format Specifications',
  same_day: 'Nacha, Increasing the Same Day ACH Dollar Limit to $1 Million, from 2022-03-18',
  descriptions: 'Nacha, Company Entry Descriptions, from 2026-03-20, and Appendix Three',
  web: 'Nacha Operating Rules: Internet-Initiated/Mobile Entries (WEB) are of consumers only',
  calendar: 'Federal Reserve Banks: holiday schedule of FedACH',
  aba: 'American Bankers Association, Routing Number Policy: check digit',
  agreement: 'The agreement of originator and ODFI, as the profile has it',
  iso: 'ISO 20022, the schema of the message',
  networks:
    'FedNow Service Release 1 and The Clearing House, RTP release 2.9: docs/reference/instant-networks.generated.md',
} as const;

export interface PublishedRule {
  readonly demand: string;
  readonly source: keyof typeof ruleSources;
}

const rulesOf = <R extends string>(
  source: PublishedRule['source'],
  demands: Readonly<Record<R, string>>,
): Record<R, PublishedRule> =>
  Object.fromEntries(Object.entries<string>(demands).map(([rule, demand]) => [rule, { demand, source }])) as Record<
    R,
    PublishedRule
  >;

/** The rules of the bank for NACHA files. The name says what was broken. */
export const bankRules = {
  ...rulesOf('exchange', {
    empty_file: 'a file has records',
    line_ending: 'all lines end in the same way',
    record_length: 'a record has 94 characters',
    characters: 'all characters are printable ASCII',
    record_order: 'file header, batches with their entries and addenda, file control',
    padding: 'lines of nines fill the last block of ten, or there are none',
  }),
  ...rulesOf('records', {
    constant: 'priority code, record size, blocking factor, format code and status code are the constants',
    numeric_field: 'a numeric field holds digits in every column',
    text_field: 'a text begins at the left, and a mandatory one says something',
    reserved_field: 'reserved columns are blank',
    date: 'dates are dates, and the creation date is today',
    time: 'the creation time is a time of day',
    modifier: 'the file id modifier is A to Z or 0 to 9',
  }),
  ...rulesOf('agreement', {
    destination: 'the immediate destination is the one that the bank stated',
    origin: 'the immediate origin is a customer of the bank',
  }),
  ...rulesOf('records', {
    service_class: 'the service class is 200, 220 or 225',
    sec_code: 'the SEC code is PPD, CCD or WEB',
    batch_number: 'batch numbers ascend',
    settlement_date: 'the settlement date is left to the ACH operator',
    transaction_code: 'the transaction code is one of an entry',
    direction: 'class 220 has credits only, class 225 debits only',
  }),
  ...rulesOf('aba', { check_digit: 'the routing number of the receiving bank has its check digit' }),
  ...rulesOf('records', {
    account: 'the account number says something',
    amount: 'prenotes have no amount, other entries have one',
    name: 'PPD and WEB entries name the receiver',
    payment_type: 'a WEB entry is single (S), recurring (R), or does not say',
    addenda_indicator: 'the addenda indicator is 1 where addenda follow, else 0',
    addenda_type: 'addenda have the type 05',
    addenda_count: 'an entry has one addenda record at most',
    addenda_sequence: 'addenda are numbered',
    addenda_trace: 'addenda name the entry that they follow',
    trace_order: 'trace numbers ascend within a batch',
    trace_odfi: 'trace numbers begin with the ODFI of the batch',
  }),
  ...rulesOf('acceptance', {
    batch_entry_count: 'the batch control counts entries and addenda',
    batch_hash: 'the batch control adds up the receiving banks',
    batch_debits: 'the batch control adds up debits',
    batch_credits: 'the batch control adds up credits',
    batch_control: 'the batch control repeats class, company, ODFI and number of its header',
    file_batch_count: 'the file control counts batches',
    file_entry_count: 'the file control counts entries and addenda',
    file_hash: 'the file control adds up the receiving banks',
    file_debits: 'the file control adds up debits',
    file_credits: 'the file control adds up credits',
    block_count: 'the file control counts blocks of ten lines',
  }),
  ...rulesOf('agreement', {
    odfi: 'the ODFI of batches is the bank',
    company_id: 'the company identification is one that the bank assigned',
  }),
  ...rulesOf('descriptions', { description_case: 'descriptions with a meaning of their own are in capitals' }),
  ...rulesOf('calendar', { effective_date: 'the effective date is a banking day within 30 days' }),
  ...rulesOf('same_day', { same_day_limit: 'a same-day entry has at most $1,000,000.00' }),
  ...rulesOf('web', { web_to_company: 'a WEB entry goes to a person' }),
  ...rulesOf('agreement', { forward_entry: 'an originator sends no returns and no notifications of change' }),
  ...rulesOf('acceptance', {
    duplicate_file: 'no other file of 24 hours has this header and these totals',
    modifier_reused: 'no other file of the origin and day has this file id modifier',
    trace_reused: 'no other entry of 60 days has this trace number',
  }),
} as const;

/** The rules of the bank for messages of ISO 20022. */
export const messageRules = {
  ...rulesOf('iso', {
    xml: 'the message is well-formed XML without entities',
    message_type: 'it is a pain.001, pacs.008, pacs.028 or camt.056 of a version that the bank takes',
    element: 'what the bank needs is there once and says something',
    totals: 'counts and sums add up',
    amount: 'an amount has two decimals and is more than nothing',
    currency: 'the currency is USD',
  }),
  ...rulesOf('networks', {
    network: 'every element is in its place and form, nothing else is there, and ids agree with each other and the day',
  }),
  ...rulesOf('aba', { routing_number: 'the routing number of the bank of the payee has its check digit' }),
  ...rulesOf('agreement', { account: 'the payer pays from the account that the bank agreed to' }),
} as const;
