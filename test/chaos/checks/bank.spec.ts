import type { BankEvent, EntryAccepted, FileReceived } from '../../../apps/bank/src/journal/events.js';
import { companyOf, instructionsAt, referenceOf } from '../bank.js';
import type { BankEvidence, Evidence, StoredLeg } from '../evidence.js';
import { checkFiles, checkInbound, checkThreeBooks } from './bank.js';

const ENTERPRISE = 'enterprise-1';
const NAME = '1234567890_20260715_A_1.ach';
const company = companyOf(0);

const received = { event: 'file', file: 1, name: NAME, sha256: 'aa', status: 'accepted', problems: [] };
const batch = { event: 'batch', file: 1, header: { number: 1, companyId: company } };
const entry = {
  ...{ event: 'entry', file: 1, batch: 1, code: '27', cents: 1_000, identification: referenceOf(ENTERPRISE, 'P1') },
  outcomes: [],
};
const paid = { ...entry, code: '22', cents: 300, identification: referenceOf(ENTERPRISE, 'P2') };
const returned = { ...entry, cents: 50, outcomes: [{ kind: 'return' }] };
const booked = [
  { event: 'booked', direction: 'credit', cents: 1_050 },
  { event: 'booked', direction: 'debit', cents: 300 },
  { event: 'booked', direction: 'debit', cents: 50 },
];
const sent = { event: 'sent', name: 'return-1.ach', faults: ['truncated'] };
const journalOf = (...events: object[]) => events as unknown as BankEvent[];

const sound: BankEvidence = {
  journal: journalOf(received, batch, entry, paid, returned, ...booked, sent),
  books: [{ enterprise: ENTERPRISE, company, ledger: 700, rails: 700 }],
  files: [{ name: NAME, sha256: 'aa', state: 'acknowledged' }],
  quarantined: [{ name: 'return-1.ach', sha256: 'bb' }],
  exceptions: [],
};
const [books] = sound.books;
const find = (changes: Partial<BankEvidence> = {}) => {
  const evidence = { bank: { ...sound, ...changes }, quietAfterMs: 1 } as unknown as Evidence;
  return [...checkThreeBooks(evidence), ...checkFiles(evidence), ...checkInbound(evidence)].map(
    ({ message }) => message,
  );
};

describe('the checks of chaos with a bank', () => {
  it('find nothing where ledger, files and bank agree', () => {
    expect(find()).toEqual([]);
  });

  it.each<[string, Partial<BankEvidence>]>([
    ['a cent more in the ledger', { books: [{ ...books!, ledger: 701 }] }],
    ['a cent less in files', { books: [{ ...books!, rails: 699 }] }],
    ['an entry that the bank has twice', { journal: journalOf(received, batch, entry, ...sound.journal.slice(2)) }],
    ['an account that is not the sum of its entries', { journal: sound.journal.slice(0, -2) }],
    ['a file that the bank has with other bytes', { files: [{ ...sound.files[0]!, sha256: 'ab' }] }],
    ['a file that the bank has, and which is held here', { files: [{ ...sound.files[0]!, state: 'held' }] }],
    [
      'a file that was sent, and which the bank has not',
      { files: [...sound.files, { name: 'lost.ach', sha256: 'cc', state: 'uploaded' }] },
    ],
    ['a file that came twice', { journal: [received as unknown as FileReceived, ...sound.journal] }],
    ['a file that was refused', { journal: journalOf({ ...received, status: 'refused' }, ...sound.journal.slice(1)) }],
    ['a sound file in quarantine', { quarantined: [{ name: 'change-2.ach', sha256: 'dd' }] }],
    ['an exception', { exceptions: [{ kind: 'unmatched_return', detail: '' }] }],
  ])('find %s', (_, planted) => {
    expect(find(planted)).not.toEqual([]);
  });

  it('know the orders of entries by their references', () => {
    const legs = [{ enterprise: ENTERPRISE, end_to_end_ids: ['P1', 'P2'] }] as unknown as StoredLeg[];
    const refused = { ...entry, outcomes: [{ kind: 'refuse' }] } as unknown as EntryAccepted;
    expect(instructionsAt([...sound.journal, refused], legs)).toEqual([
      { end_to_end_id: 'P1', amount: 1_000, results: ['accepted', 'settled'] },
      { end_to_end_id: 'P2', amount: 300, results: ['accepted', 'settled'] },
      { end_to_end_id: 'P1', amount: 50, results: ['accepted', 'settled', 'returned'] },
      { end_to_end_id: 'P1', amount: 1_000, results: ['rejected'] },
    ]);
  });
});
