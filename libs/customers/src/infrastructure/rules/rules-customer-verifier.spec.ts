import { FixedClock } from '@payments/kernel';
import type { VerificationSubject } from '../../application/ports.js';
import { Business } from '../../domain/business.js';
import { Person } from '../../domain/person.js';
import { ListScreener } from './list-screener.js';
import { MatchArchive } from './match-archive.js';
import type { FoundMatch } from './match-archive.js';
import { RulesCustomerVerifier } from './rules-customer-verifier.js';
import { parseScreeningList } from './screening-list.js';
import { Screening } from './screening.js';

const clock = new FixedClock(new Date('2026-01-05T10:00:00Z'));
const now = clock.now();
const home = { type: 'home', address1: '1 Elm St', city: 'Reno', state: 'NV', country: 'US', zip5: '89501' };
const LIST = `ent_num,SDN_Name,SDN_Type,aliases,list
w-1,"FAKEMAN, Viktor",individual,,watchlist
w-2,"FAKEMAN, Viktor Juri",individual,,watchlist
a-1,"CHEATER, Chloe",individual,,alertlist
w-3,Shell Company Holdings Ltd,-0-,,watchlist
`;

class MemoryArchive extends MatchArchive {
  readonly kept: FoundMatch[] = [];

  async keep(found: readonly FoundMatch[]): Promise<void> {
    this.kept.push(...found);
  }
}

function person(first_name: string, last_name: string, more: object = {}): VerificationSubject {
  const id = `${first_name} ${last_name}`;
  const born = { date_of_birth: '1980-01-01', addresses: [home] };
  const input = { customer_reference_id: id, first_name, last_name, ...born, ...more };
  return { type: 'person', state: Person.register(input, { id, now }).snapshot() };
}

function business(legal_name: string, more: object = {}): VerificationSubject {
  const input = { customer_reference_id: legal_name, legal_name, ...more };
  return { type: 'business', state: Business.register(input, { id: legal_name, now }).snapshot() };
}

describe(RulesCustomerVerifier.name, () => {
  let screening: Screening;
  let archive: MemoryArchive;
  beforeAll(async () => {
    screening = await Screening.build(await parseScreeningList(LIST));
  });
  beforeEach(() => {
    archive = new MemoryArchive();
  });

  const verifier = () =>
    new RulesCustomerVerifier(
      new ListScreener({ lists: { current: { screening, digest: 'd1' } }, archive, clock }),
      clock,
    );
  const verdictOf = async (subject: VerificationSubject) => {
    const outcome = (await verifier().verify([subject])).get(subject.state.id);
    return [outcome?.status, ...(outcome?.reasons ?? []).map(({ reason_code }) => reason_code)];
  };

  it.each<[string, VerificationSubject, string[]]>([
    ['a good person', person('Jane', 'Doe'), ['verified']],
    ['a good business', business('Northwind Trading LLC'), ['verified']],
    ['a child', person('Jane', 'Doe', { date_of_birth: '2015-01-01' }), ['rejected', 'ineligible_age']],
    [
      'an unassigned tax id',
      business('Acme', { tax_id: '000000001', tax_id_type: 'ein' }),
      ['rejected', 'invalid_tax_id'],
    ],
    ['a name on the alert list', person('Chloé', 'Cheater'), ['rejected', 'matched_alertlist']],
    ['a name on the watch list', person('Viktor', 'Fakeman'), ['restricted', 'matched_watchlist']],
    ['a business on the watch list', business('Shell Company Holdings, Inc.'), ['restricted', 'matched_watchlist']],
    [
      'its other name there',
      business('Acme', { business_name: 'Shell Company Holdings' }),
      [...['restricted', 'matched_watchlist']],
    ],
    [
      'a listed child',
      person('Viktor', 'Fakeman', { date_of_birth: '2015-01-01' }),
      [...['restricted', 'ineligible_age', 'matched_watchlist']],
    ],
  ])('finds of %s: %j', async (_, subject, expected) => {
    expect(await verdictOf(subject)).toEqual(expected);
  });

  it('screens a person with the middle name and without', async () => {
    await verdictOf(person('Viktor', 'Fakeman', { middle_name: 'Juri' }));
    expect(archive.kept.filter(({ score }) => score === 1).map(({ entry_id }) => entry_id)).toEqual(['w-1', 'w-2']);
  });

  it('keeps the entries, the scores, the list and the identity for an auditor', async () => {
    await verdictOf(person('Chloé', 'Cheater'));
    expect(archive.kept).toEqual([
      {
        ...{ customer_id: 'Chloé Cheater', customer_type: 'person', identity_version: 1, list_digest: 'd1' },
        ...{ entry_id: 'a-1', list: 'alertlist', listed_name: 'CHEATER, Chloe', score: 1, found_at: now },
      },
    ]);
  });

  it('does not reveal entries, names or scores of the list', async () => {
    const subject = person('Viktor', 'Fakemann');
    const outcomes = [...(await verifier().verify([subject])).values()];
    const reported = JSON.stringify(outcomes.map(({ status, reasons }) => ({ status, reasons })));
    expect(archive.kept).not.toEqual([]);
    expect(reported).not.toMatch(/w-1|fakeman|0\.9|d1/i);
  });

  it('returns nothing when the matches cannot be stored', async () => {
    archive.keep = () => Promise.reject(new Error('no database'));
    await expect(verdictOf(person('Viktor', 'Fakeman'))).rejects.toThrow('no database');
  });
});
