import type { Direction } from './ach/transaction-code.table.js';
import type { Company } from './connection.js';
import type { ProfileFault } from './profile-fault.js';

type Identity = Pick<Company, 'company_id' | 'company_name' | 'discretionary_data'>;
type Use = Readonly<Record<'direction' | 'sec', string>>;

/** What the bank knows a company by in batches of an SEC code and direction: the first identity that fits, or else its own. */
export function identityOf(company: Company, use: { readonly direction: Direction; readonly sec: string }): Identity {
  const { company_id, company_name, discretionary_data, identities } = company;
  const own = identities.find((each) => covers(each, use));
  return {
    company_id: own?.company_id ?? company_id,
    company_name: own?.company_name ?? company_name,
    discretionary_data: own?.discretionary_data ?? discretionary_data,
  };
}

/** All company ids that batches of it may have. */
export const companyIdsOf = ({ company_id, identities }: Pick<Company, 'company_id' | 'identities'>): string[] => [
  ...new Set([company_id, ...identities.flatMap((each) => each.company_id ?? [])]),
];

/** Identities that no batch would ever have. */
export function identityFaults({ identities, sec }: Company): ProfileFault[] {
  const uses = Object.entries(sec).map(([use, code]) => ({ direction: use.split('_')[1]!, sec: code }));
  return identities.flatMap((identity, at) => {
    const left = uses.filter((use) => !identities.slice(0, at).some((each) => covers(each, use)));
    if (left.some((use) => covers(identity, use))) return [];
    return [
      {
        path: ['identities', at],
        text: 'fits no batch: sec has no such code, or identities before it fit all of them; change it, or remove it',
      },
    ];
  });
}

const covers = ({ direction, sec }: Company['identities'][number], use: Use): boolean =>
  (direction === null || direction === use.direction) && (sec === null || sec === use.sec);
