import { checkFiles, checkInbound, checkMessages, checkStatements, checkThreeBooks } from './checks/bank.js';
import { checkResponses, checkCuts } from './checks/responses.js';
import { checkEvents, checkWebhooks } from './checks/events.js';
import { checkBooks, checkEndings, checkQuiet } from './checks/processes.js';
import { checkCancellations, checkKeys, checkReads, checkSubmissions, checkTransfers } from './checks/transfers.js';
import type { Evidence, Finding } from './evidence.js';

export interface Violation extends Finding {
  readonly rule: string;
}

/** What must hold after whatever has happened, each rule with what finds its violations. */
const rules: Readonly<Record<string, (evidence: Evidence) => Finding[]>> = {
  'no acknowledged transfer is lost or stored twice': checkTransfers,
  'a reported state stays true': checkReads,
  'an acknowledged cancellation stands': checkCancellations,
  'one key makes one transfer': checkKeys,
  'each leg is carried out once': checkSubmissions,
  'the bank gets each file once, as it was sealed': checkFiles,
  'the bank gets each message as it was sealed, and again only if asked': checkMessages,
  'what the bank sends is applied': checkInbound,
  'the books of ledger, files and bank agree': checkThreeBooks,
  'the statements of the bank agree with ledger and files': checkStatements,
  'every change has its event': checkEvents,
  'every event reaches its receivers, signed and unchanged': checkWebhooks,
  'ledger and invariants hold': checkBooks,
  'everything becomes final in time': checkQuiet,
  'every answer is one of the catalogue': checkResponses,
  'a request goes unanswered only while its process is down': checkCuts,
  'a process ends only on request, and cleanly': checkEndings,
};

/** All violations of all rules. */
export function check(evidence: Evidence): Violation[] {
  return Object.entries(rules).flatMap(([rule, find]) => find(evidence).map((finding) => ({ rule, ...finding })));
}
