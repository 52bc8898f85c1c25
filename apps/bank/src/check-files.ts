import { readFileSync } from 'node:fs';
import { readAchFile } from './ach/file-reader.js';
import { RefusedFile } from './ach/refusal.js';
import { bankRules, messageRules, type PublishedRule, ruleSources } from './ach/rules.table.js';
import { readIsoMessage } from './iso/payment-message.js';
import { RefusedMessage } from './iso/refused-message.js';
import { Acceptance } from './odfi/acceptance.js';
import { FileHistory } from './odfi/file-history.js';
import { parseBankSettings } from './settings/bank-settings.js';

interface CheckRequest {
  /** As in the rules of the bank. */
  readonly settings: object;
  /** When the files are to come, in milliseconds since 1970. */
  readonly at: number;
  /** Their paths, in the order in which they come. */
  readonly files: readonly string[];
}

interface CheckedFile {
  readonly rules: readonly { readonly rule: string; readonly demand: string; readonly source: string }[];
  readonly problems: readonly { readonly line: number | null; readonly rule: string; readonly detail: string }[];
}

const DAY_MS = 86_400_000;
const published = (rules: Readonly<Record<string, PublishedRule>>): CheckedFile['rules'] =>
  Object.entries(rules).map(([rule, { demand, source }]) => ({ rule, demand, source: ruleSources[source] }));

/** What the bank would say of files, with the rules that it asked. It keeps nothing, and books nothing. */
export function checkFiles(request: string): CheckedFile[] {
  const { settings: given, at, files } = JSON.parse(request) as CheckRequest;
  const settings = parseBankSettings(JSON.stringify(given), 'settings');
  const history = new FileHistory();
  const acceptance = new Acceptance(settings, history);
  return files.map((path) => {
    const bytes = readFileSync(path);
    const isMessage = bytes.toString('latin1').trimStart().startsWith('<');
    const rules = published(isMessage ? messageRules : bankRules);
    try {
      if (isMessage) {
        readIsoMessage(bytes, settings.accountNumber);
        return { rules, problems: [] };
      }
      const file = readAchFile(bytes);
      acceptance.check(file, { at, dayMs: DAY_MS });
      history.addFile(file, at);
      for (const { trace } of file.batches.flatMap(({ entries }) => entries)) history.addTrace(trace, at);
      return { rules, problems: [] };
    } catch (error) {
      if (error instanceof RefusedFile) return { rules, problems: error.problems };
      if (!(error instanceof RefusedMessage)) throw error;
      return { rules, problems: [{ line: null, rule: error.rule, detail: error.detail }] };
    }
  });
}
