/** Lines of the simulated bank's acknowledgments. */
const PATTERNS = [
  {
    name: '^FILE (?<file>\\S+) (?<status>\\w+)(?: entries=(?<count>\\d+) debit=(?<debit>\\d+) credit=(?<credit>\\d+))?',
    scope: 'file',
    accepted: ['ACCEPTED'],
    refused: ['REJECTED'],
  },
  {
    name: '^ENTRY (?<trace>\\d{15}) (?<status>\\w+) (?<reason>\\w+)$',
    scope: 'entry',
    accepted: [],
    refused: ['REJECTED'],
  },
];

/** Long enough for the bank to return an entry before it is presumed settled. */
const GRACE_MINUTES = 10_080;

export interface DemoConnection {
  readonly name: string;
  readonly enterpriseId: string;
  /** Of the simulated bank. */
  readonly directory: string;
  /** Path of the file with the number of the settlement account. */
  readonly accountFile: string;
}

/** The content of BANKS_FILE: one connection to a simulated bank with its default rules. */
export function demoProfile({ name, enterpriseId, directory, accountFile }: DemoConnection): object {
  const connection = {
    name,
    odfi: { routing_number: '091000019', name: 'FIRST BANK' },
    header: {
      immediate_destination: '091000019',
      immediate_destination_name: 'FIRST BANK',
      immediate_origin: '1234567890',
      immediate_origin_name: 'ACME CORP',
    },
    settlement_account: {
      routing_number: '091000019',
      account_number: { file: accountFile },
      type: 'checking',
      currency: 'USD',
    },
    companies: [
      {
        enterprise_id: enterpriseId,
        company_id: '1234567890',
        company_name: 'ACME CORP',
        sec: { person_credit: 'PPD', person_debit: 'WEB', business_credit: 'CCD', business_debit: 'CCD' },
        entry_descriptions: { credit: 'PAYMENT', debit: 'PURCHASE' },
      },
    ],
    rails: { ach: 'ach', same_day_ach: 'ach', rtp: 'iso', fednow: 'off' },
    windows: [
      { rail: 'same_day_ach', cutoff: '10:00', effective_in_banking_days: 0, settles: '13:00' },
      { rail: 'ach', cutoff: '20:00', effective_in_banking_days: 1, settles: '08:30' },
    ],
    timing: { settlement_grace_minutes: GRACE_MINUTES },
    release: { first_files_manual: 0 },
    channel: { kind: 'directory', root: directory },
    outbound: { directory: '/inbound', name: '{origin}_{date}_{modifier}_{sequence}.ach' },
    inbound: [{ directory: '/outbound', stable_seconds: 0, poll_seconds: 1 }],
    acknowledgment: { kind: 'report', patterns: PATTERNS },
    statements: { reconcile_after_minutes: 0 },
  };
  return { connections: [connection] };
}
