import type { BankEvent, Booked, FileReceived } from '../../../apps/bank/src/journal/events.js';
import { entriesIn, isReturned, messagesIn, paymentsIn, sentIn } from '../bank.js';
import type { BankEvidence, Evidence, Finding, StoredLeg } from '../evidence.js';

const DEBIT_CODES = ['27', '37'];
/** Faults that leave a file that nobody can use; the bank sends it again, whole. */
const UNUSABLE = ['truncated', 'half_written'];
/** The bank has these. */
const SENT = ['uploaded', 'acknowledged', 'closed'];
/** A message whose payments were all refused has failed, and the bank has it. */
const SENT_MESSAGES = [...SENT, 'failed'];
const LOST = 'lost on its way';

/** Ledger, files and bank say the same of the money of each enterprise, and the bank's account is the sum of its entries. */
export function checkThreeBooks({ bank, database, quietAfterMs }: Evidence): Finding[] {
  if (bank === undefined || quietAfterMs === undefined) return [];
  const paid = paidBy(bank.journal, database.legs);
  const findings = bank.books.flatMap(({ enterprise, company, ledger, rails }) => {
    const atBank = movedBy(bank.journal, company) - (paid.get(enterprise) ?? 0);
    if (ledger === rails && rails === atBank) return [];
    return [
      { subject: enterprise, message: `has ${ledger} in the ledger, ${rails} in files, and ${atBank} at the bank` },
    ];
  });
  const booked = linesIn(bank.journal).reduce((sum, line) => sum + signed(line), 0);
  const moved =
    bank.books.reduce((sum, { company }) => sum + movedBy(bank.journal, company), 0) -
    [...paid.values()].reduce((sum, cents) => sum + cents, 0);
  if (booked === moved) return findings;
  return [...findings, { subject: 'bank', message: `booked ${booked} on its account, and its entries are ${moved}` }];
}

/** The bank has the sealed bytes of each sent file under their name once, accepted them, and has nothing else. */
export function checkFiles({ bank, quietAfterMs }: Evidence): Finding[] {
  if (bank === undefined) return [];
  const received = bank.journal.filter((event): event is FileReceived => event.event === 'file');
  const sealed = new Map(bank.files.map((file) => [file.name, file]));
  const findings: Finding[] = [];
  const names = new Set<string>();
  for (const { name, sha256, status, problems } of received) {
    if (sealed.get(name)?.sha256 !== sha256)
      findings.push({ subject: name, message: 'has not the bytes that were sealed' });
    if (names.has(name)) findings.push({ subject: name, message: 'came to the bank more than once' });
    if (status !== 'accepted') findings.push({ subject: name, message: `was ${status}: ${JSON.stringify(problems)}` });
    names.add(name);
  }
  for (const { name, state, kind } of quietAfterMs === undefined ? [] : bank.files) {
    if (kind === 'file' && SENT.includes(state) !== names.has(name)) {
      findings.push({ subject: name, message: `is ${state}, and the bank has ${names.has(name) ? '' : 'not '}got it` });
    }
  }
  return findings;
}

/**
 * The bank has the sealed bytes of each sent message under their name, and takes it. It gets one again only if it was asked
 * before, and so may have said that it does not have it.
 */
export function checkMessages({ bank, quietAfterMs }: Evidence): Finding[] {
  if (bank === undefined) return [];
  const sealed = new Map(bank.files.map((file) => [file.name, file]));
  const findings: Finding[] = [];
  const names = new Set<string>();
  const askedAbout = new Set<string>();
  for (const { name, sha256, problem, about, message_id } of messagesIn(bank.journal)) {
    if (sealed.get(name)?.sha256 !== sha256)
      findings.push({ subject: name, message: 'has not the bytes that were sealed' });
    if (names.has(name) && !askedAbout.has(message_id))
      findings.push({ subject: name, message: 'came to the bank again, which was not asked' });
    if (problem !== undefined && problem !== LOST) findings.push({ subject: name, message: `was refused: ${problem}` });
    names.add(name);
    if (about !== undefined) askedAbout.add(about.message_id);
  }
  for (const { name, state, kind } of quietAfterMs === undefined ? [] : bank.files) {
    const isSent = SENT_MESSAGES.includes(state);
    if ((kind === 'message' && isSent !== names.has(name)) || (kind === 'question' && isSent && !names.has(name))) {
      findings.push({ subject: name, message: `is ${state}, and the bank has ${names.has(name) ? '' : 'not '}got it` });
    }
  }
  return findings;
}

/** What the bank sent whole is applied without a person, and only what it spoiled is in quarantine. */
export function checkInbound({ bank }: Evidence): Finding[] {
  if (bank === undefined) return [];
  const sent = sentIn(bank.journal);
  const spoiled = new Set(
    sent.filter(({ faults }) => faults.some((fault) => UNUSABLE.includes(fault))).map(({ name }) => name),
  );
  return [
    ...bank.quarantined
      .filter(({ name }) => !spoiled.has(name))
      .map(({ name }) => ({ subject: name, message: 'is in quarantine, and the bank sent it whole' })),
    ...bank.exceptions.map(({ kind, detail }) => ({ subject: kind, message: `waits for a person: ${detail}` })),
  ];
}

/** A comparison after the end finds ledger, files and statements equal. */
export function checkStatements({ bank, quietAfterMs }: Evidence): Finding[] {
  if (bank === undefined || quietAfterMs === undefined) return [];
  return bank.breaks.map(({ kind, detail }) => ({ subject: kind, message: `is open: ${detail}` }));
}

/** What the entries of a company moved on the account: what it collected, less what it paid, without returns. */
function movedBy(journal: readonly BankEvent[], company: string): number {
  const batches = new Set(
    journal.flatMap((event) =>
      event.event === 'batch' && event.header.companyId === company ? [`${event.file} ${event.header.number}`] : [],
    ),
  );
  return entriesIn(journal)
    .filter(
      ({ file, batch, outcomes }) => batches.has(`${file} ${batch}`) && outcomes.every(({ kind }) => kind === 'change'),
    )
    .reduce((sum, { code, cents }) => sum + (DEBIT_CODES.includes(code) ? cents : -cents), 0);
}

/** Cents of the instant payments of each enterprise, without those that were refused or came back. */
function paidBy(journal: readonly BankEvent[], legs: readonly StoredLeg[]): Map<string, number> {
  const ownerOf = new Map(legs.flatMap((leg) => leg.end_to_end_ids.map((id) => [id, leg.enterprise])));
  const paid = new Map<string, number>();
  for (const payment of paymentsIn(journal)) {
    if (payment.status === 'RJCT' || isReturned(payment)) continue;
    const owner = ownerOf.get(payment.end_to_end_id) ?? '';
    paid.set(owner, (paid.get(owner) ?? 0) + payment.cents);
  }
  return paid;
}

const linesIn = (journal: BankEvidence['journal']) =>
  journal.filter((event): event is Booked => event.event === 'booked');

const signed = ({ direction, cents }: Booked) => (direction === 'credit' ? cents : -cents);
