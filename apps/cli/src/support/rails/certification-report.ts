import type { OrderRail, TestFile } from '@payments/rails';
import type { paint } from '../terminal.js';
import { counted } from '../terminal.js';
import { dollars } from './describe-ach.js';

export interface ReportedRule {
  readonly rule: string;
  readonly demand: string;
  /** Where it is published. */
  readonly source: string;
  /** The checks that share no code with the writer, or the writer itself before it wrote. */
  readonly asked_by: 'checker' | 'writer';
}

interface ReportedResponse {
  readonly what: string;
  /** expected: the answers were not read yet. */
  readonly state: 'expected' | 'met' | 'missing' | 'refused';
  /** What the bank said, and in which file. */
  readonly said?: string;
  readonly from?: string;
}

export interface ReportedFile {
  readonly name: string;
  readonly rail: OrderRail;
  readonly what: string;
  /** Of a message; null: a NACHA file. */
  readonly definition: string | null;
  readonly sha256: string | null;
  readonly batches: TestFile['batches'];
  readonly entries: number;
  /** Cents. */
  readonly debit: number;
  readonly credit: number;
  sent_at: string | null;
  readonly rules: readonly ReportedRule[];
  readonly problems: readonly { readonly line: number | null; readonly rule: string; readonly detail: string }[];
  readonly responses: readonly ReportedResponse[];
}

export interface CertificationReport {
  readonly command: 'rails certify';
  readonly connection: string;
  readonly bank: { readonly routing_number: string; readonly name: string };
  readonly created_at: string;
  /** The first trace number and sequence of the files. */
  readonly seed: number;
  readonly receiver: string;
  /** By which RTP knows payments of the test, by end-to-end id. */
  readonly references: Readonly<Record<string, string>>;
  readonly responses_read_at: string | null;
  readonly files: readonly ReportedFile[];
  /** What the bank must send beside answers to a file. */
  readonly responses: readonly ReportedResponse[];
  /** Files of the bank that say nothing. */
  readonly unread: readonly { readonly file: string; readonly why: string }[];
}

const allResponses = ({ files, responses }: CertificationReport) => [
  ...files.flatMap((file) => file.responses),
  ...responses,
];

/** Whether no rule is broken and, once the answers were read, none is missing. */
export function passed(report: CertificationReport): boolean {
  const isSound = report.files.every(({ problems }) => problems.length === 0);
  return isSound && (report.responses_read_at === null || allResponses(report).every(({ state }) => state === 'met'));
}

const MARKS = { expected: '☐', met: '☑', missing: '☐', refused: '☒' } as const;
const kindOf = ({ definition }: ReportedFile) => definition ?? 'NACHA file';
const placeOf = (line: number | null) => (line === null ? '' : `line ${line}: `);
const saidOf = ({ said, from }: ReportedResponse) => (said === undefined ? '' : ` — ${said}, in ${from}`);

/** For a person in a terminal. */
export function textOf(
  report: CertificationReport,
  { out, paint: color }: { out: string; paint: typeof paint },
): string {
  const open = allResponses(report).filter(({ state }) => state !== 'met');
  const isRead = report.responses_read_at !== null;
  return [
    ...report.files.flatMap(({ name, what, rules, problems, sent_at }) => [
      `${problems.length === 0 ? color('green', '✔') : color('red', '✖')} ${name}  ${what}; ${counted(rules.length, 'rule')} checked${sent_at === null ? '' : ', sent'}`,
      ...problems.map(({ line, rule, detail }) => `    ${color('red', rule)}: ${placeOf(line)}${detail}`),
    ]),
    ...(isRead ? open.map((each) => `${MARKS[each.state]} ${each.what}${saidOf(each)}`) : []),
    ...report.unread.map(({ file, why }) => `${color('yellow', 'not read')}: ${file}: ${why}`),
    isRead
      ? `${allResponses(report).length - open.length} of ${counted(allResponses(report).length, 'answer')} of the bank came`
      : `the bank must send ${counted(allResponses(report).length, 'answer')}`,
    `${out}/report.html and report.json are for the bank`,
  ].join('\n');
}

const STYLE = `body{font:14px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a}
table{border-collapse:collapse;width:100%;margin:.5rem 0 1rem}td,th{border:1px solid #999;padding:.25rem .5rem;text-align:left;vertical-align:top}
th{background:#eee}td.n{text-align:right;white-space:nowrap}code{font-size:.93em;overflow-wrap:break-word}.bad{color:#a40000;font-weight:600}
section{border-top:2px solid #333;margin-top:2rem}@media print{body{margin:0;max-width:none}section{break-inside:avoid-page}}`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character]!);
const code = (text: string) => `<code>${escaped(text)}</code>`;
const table = (heads: readonly string[], rows: readonly (readonly string[])[]) =>
  `<table>${heads.length === 0 ? '' : `<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>`}<tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`;

/** A page of its own for the implementation team of the bank, to be read in a browser or printed. */
export function htmlOf(report: CertificationReport): string {
  const { connection, bank, created_at, receiver, files, responses, responses_read_at, unread } = report;
  const title = `Certification of ${connection} at ${bank.name}`;
  const sound = files.filter(({ problems }) => problems.length === 0).length;
  const all = allResponses(report);
  const came = all.filter(({ state }) => state === 'met').length;
  return `<!doctype html><html lang="en-US"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
<p>Test files of every kind that the originator sends, made on ${created_at}. All payees, payers and accounts are made up, named
CERTIFICATION TEST, at the bank ${escaped(receiver)}. Please process the files in a test environment, in the order of this page, and
move no money.</p>
<p><strong>${sound} of ${files.length} files pass all rules. ${
    responses_read_at === null
      ? `The bank must send ${all.length} answers to finish.`
      : `${came} of ${all.length} answers of the bank came until ${responses_read_at}.`
  }</strong></p>
${table(
  ['file', 'what it is', 'kind', 'entries', 'debits', 'credits', 'rules', 'answers'],
  files.map((file) => [
    ...[code(file.name), escaped(file.what), escaped(kindOf(file)), String(file.entries)],
    ...[dollars(file.debit), dollars(file.credit), resultOf(file)],
    `${file.responses.filter(({ state }) => state === 'met').length} of ${file.responses.length}`,
  ]),
)}
${files.map(sectionOf).join('\n')}
${responses.length === 0 ? '' : `<section><h2>Of the account</h2>${responsesOf(responses)}</section>`}
${
  unread.length === 0
    ? ''
    : `<section><h2>Files of the bank that could not be read</h2>${table(
        ['file', 'why'],
        unread.map(({ file, why }) => [code(file), escaped(why)]),
      )}</section>`
}
<section><h2>Rules and sources</h2><p>The checker shares no code with the program that writes the files. The writer asks the rules of instant
networks before it writes.</p>
${[...new Set(files.map(kindOfRules))]
  .map((kind) =>
    rulesOf(
      kind,
      files.find((file) => kindOfRules(file) === kind)!,
    ),
  )
  .join('\n')}</section>
</body></html>
`;
}

const resultOf = ({ rules, problems }: ReportedFile) =>
  problems.length === 0
    ? `${rules.length} passed`
    : `<span class="bad">${problems.length} broken: ${escaped([...new Set(problems.map(({ rule }) => rule))].join(', '))}</span>`;

/** Files of one kind have the same rules. */
const kindOfRules = (file: ReportedFile) =>
  file.definition === null ? 'NACHA files' : `${file.definition} on ${file.rail === 'rtp' ? 'RTP' : 'FedNow'}`;

function sectionOf(file: ReportedFile): string {
  const { name, what, batches, entries, debit, credit, sha256, sent_at, rules, problems, responses } = file;
  const facts = [
    ['kind', escaped(kindOf(file))],
    ['entries', String(entries)],
    ['debits and credits', `${dollars(debit)}, ${dollars(credit)}`],
    ['SHA-256', code(sha256 ?? 'not written')],
    ['sent', sent_at ?? 'not over the channel'],
    ['rules', `${resultOf(file)} (${escaped(kindOfRules(file))}, listed below)`],
  ];
  const sourceOf = (broken: string) => rules.find(({ rule }) => rule === broken)?.source ?? '';
  const broken =
    problems.length === 0
      ? ''
      : `<h3 class="bad">Broken rules</h3>${table(
          ['rule', 'line', 'what is wrong', 'source'],
          problems.map(({ rule, line, detail }) => [
            ...[code(rule), String(line ?? ''), escaped(detail), escaped(sourceOf(rule))],
          ]),
        )}`;
  return `<section><h2>${code(name)}</h2><p>${escaped(what)}</p>${table([], facts)}${batchesOf(batches)}${broken}
<h3>The bank must send back</h3>${responsesOf(responses)}</section>`;
}

const batchesOf = (batches: ReportedFile['batches']) =>
  batches.length === 0
    ? ''
    : table(
        ['batch', 'company', 'SEC code', 'class', 'description', 'effective', 'entries', 'debits', 'credits'],
        batches.map((batch, at) => [
          ...[String(at + 1), code(batch.company_id), batch.sec, String(batch.service_class)],
          ...[escaped(batch.description), batch.effective_date, String(batch.entries)],
          ...[dollars(batch.debit), dollars(batch.credit)],
        ]),
      );

const responsesOf = (responses: readonly ReportedResponse[]) =>
  responses.length === 0
    ? '<p>Nothing.</p>'
    : table(
        ['', 'answer', 'state', 'what the bank said'],
        responses.map((each) => [
          ...[MARKS[each.state], escaped(each.what), each.state],
          escaped(each.said === undefined ? '' : `${each.said}, in ${each.from}`),
        ]),
      );

const rulesOf = (kind: string, { rules }: ReportedFile) =>
  `<h3>${escaped(kind)}</h3>${table(
    ['rule', 'what it demands', 'source', 'asked by'],
    rules.map(({ rule, demand, source, asked_by }) => [code(rule), escaped(demand), escaped(source), asked_by]),
  )}`;
