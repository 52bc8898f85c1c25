import type { BankEvent, EntryAccepted, FileReceived } from '../../../apps/bank/src/journal/events.js';
import { companyOf, instructionsAt, referenceOf } from '../bank.js';
import type { BankEvidence, Evidence, StoredLeg } from '../evidence.js';
import { checkFiles, checkInbound, checkMessages, checkStatements, checkThreeBooks } from './bank.js';

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
  files: [{ name: NAME, sha256: 'aa', state: 'acknowledged', kind: 'file' }],
  quarantined: [{ name: 'return-1.ach', sha256: 'bb' }],
  exceptions: [],
  breaks: [],
};
const [books] = sound.books;

const message = (number: number, payment: object) => ({
  ...{ event: 'message', file: number + 1, name: `M${number}.xml`, sha256: `m${number}`, message_id: `M${number}` },
  payments: [{ end_to_end_id: `I${number}`, cents: 100 * number, status: 'ACSC', ...payment }],
});
const [settled, rejected, reversed] = [
  message(1, {}),
  message(2, { status: 'RJCT' }),
  message(3, { returns: { code: 'AC04' } }),
];
const lost = { ...settled, payments: [], problem: 'lost on its way' };
const question = { event: 'message', name: 'Q1.xml', sha256: 'q1', message_id: 'Q1', payments: [] };
const asked = { ...question, about: { message_id: 'M1' } };
const fileOf = ({ name, sha256 }: { name: string; sha256: string }, state: string, kind: 'message' | 'question') => ({
  ...{ name, sha256, state, kind },
});
/** With instant payments: one settled after a question, one refused, one that came back. */
const instant: BankEvidence = {
  ...sound,
  journal: journalOf(...sound.journal, lost, asked, settled, rejected, reversed, {
    ...{ event: 'booked', direction: 'debit', cents: 100 },
  }),
  books: [{ ...books!, ledger: 600, rails: 600 }],
  files: [
    ...sound.files,
    fileOf(settled, 'acknowledged', 'message'),
    fileOf(rejected, 'failed', 'message'),
    fileOf(reversed, 'acknowledged', 'message'),
    fileOf(question, 'uploaded', 'question'),
  ],
};
const withoutQuestion = instant.journal.filter((event) => !('about' in event));
const database = { legs: [{ enterprise: ENTERPRISE, end_to_end_ids: ['I1', 'I2', 'I3'] }] };
const find = (changes: Partial<BankEvidence> = {}) => {
  const evidence = { bank: { ...sound, ...changes }, database, quietAfterMs: 1 } as unknown as Evidence;
  return [checkThreeBooks, checkFiles, checkMessages, checkInbound, checkStatements].flatMap((rule) =>
    rule(evidence).map((finding) => finding.message),
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
      { files: [...sound.files, { name: 'lost.ach', sha256: 'cc', state: 'uploaded', kind: 'file' }] },
    ],
    ['a file that came twice', { journal: [received as unknown as FileReceived, ...sound.journal] }],
    ['a file that was refused', { journal: journalOf({ ...received, status: 'refused' }, ...sound.journal.slice(1)) }],
    ['a sound file in quarantine', { quarantined: [{ name: 'change-2.ach', sha256: 'dd' }] }],
    ['an open break', { breaks: [{ kind: 'balance', detail: '' }] }],
    ['an exception', { exceptions: [{ kind: 'unmatched_return', detail: '' }] }],
  ])('find %s', (_, planted) => {
    expect(find(planted)).not.toEqual([]);
  });

  it('find nothing where instant payments agree too', () => {
    expect(find(instant)).toEqual([]);
  });

  it.each<[string, Partial<BankEvidence>]>([
    ['an instant payment that the ledger does not have', { books: [{ ...books!, rails: 600 }] }],
    ['a payment twice, in two messages', { journal: journalOf(...instant.journal, { ...settled, message_id: 'M9' }) }],
    ['a message that came again without a question', { journal: withoutQuestion }],
    [
      'a message that the bank has with other bytes',
      { journal: journalOf(...instant.journal, { ...asked, sha256: '' }) },
    ],
    ['a message that was refused', { journal: journalOf(...instant.journal, { ...rejected, problem: 'totals' }) }],
    [
      'a message that was sent, and which the bank has not',
      { files: [...instant.files, fileOf({ name: 'M4.xml', sha256: 'm4' }, 'uploaded', 'message')] },
    ],
    [
      'a message that the bank has, and which is held here',
      { files: instant.files.map((file) => ({ ...file, state: 'held' })) },
    ],
  ])('find %s', (_, planted) => {
    expect(find({ ...instant, ...planted })).not.toEqual([]);
  });

  it('know instant payments, each once', () => {
    const again = journalOf(lost, settled, settled, rejected, reversed);
    expect(instructionsAt(again, [])).toEqual([
      { end_to_end_id: 'I1', amount: 100, results: ['accepted', 'settled'] },
      { end_to_end_id: 'I2', amount: 200, results: ['rejected'] },
      { end_to_end_id: 'I3', amount: 300, results: ['accepted', 'settled', 'returned'] },
    ]);
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
