import type { Connection } from '../connection.js';
import type { AcknowledgedFile } from './acknowledgment.js';

type Header = Connection['header'];

interface Token {
  readonly meaning: string;
  /** What stands for it in a pattern; named where it tells something about the file. */
  readonly pattern: (header: Header) => string;
}

/** What a bank may call a NACHA file as the original message of a status report. */
export const MESSAGE_ID_TOKENS: Readonly<Record<string, Token>> = {
  file_name: { meaning: 'the name of the file', pattern: () => '(?<name>.+)' },
  origin: { meaning: 'the immediate origin', pattern: ({ immediate_origin }) => literal(immediate_origin.trim()) },
  reference_code: {
    meaning: 'the reference code of the file header',
    pattern: ({ reference_code }) => literal(reference_code),
  },
  date: { meaning: 'the creation date, YYYYMMDD', pattern: () => String.raw`\d\d(?<date>\d{6})` },
  date6: { meaning: 'the creation date, YYMMDD', pattern: () => String.raw`(?<date>\d{6})` },
  time: { meaning: 'the creation time of the file header, HHMM', pattern: () => String.raw`(?<time>\d{4})` },
  modifier: { meaning: 'the file id modifier', pattern: () => '(?<modifier>[A-Z0-9])' },
};

const TOKEN = /\{([a-z0-9_]*)\}/g;
/** Of the element that it stands in. */
const MOST_CHARACTERS = 35;

/** Why a template cannot identify a file, and the remedy; undefined when it can. */
export function messageIdProblem(template: string, longestName: number): string | undefined {
  const tokens = [...template.matchAll(TOKEN)].map(([, token]) => token!);
  if (tokens.some((token) => !Object.hasOwn(MESSAGE_ID_TOKENS, token)) || new Set(tokens).size < tokens.length) {
    const known = Object.keys(MESSAGE_ID_TOKENS).map((token) => `{${token}}`);
    return `has an unknown or repeated token; use ${known.join(' ')}`;
  }
  const has = (...wanted: string[]) => wanted.filter((token) => tokens.includes(token)).length;
  if (has('file_name') === 1) {
    const around = template.replace('{file_name}', '');
    if (tokens.length > 1) return 'has other tokens beside {file_name}; remove them';
    return longestName + around.length > MOST_CHARACTERS
      ? `can exceed the ${MOST_CHARACTERS} characters of a message id; shorten outbound.name, or use a date and {modifier}`
      : undefined;
  }
  return has('date', 'date6') === 1 && has('modifier') === 1
    ? undefined
    : 'identifies no file; use {file_name}, or one date and {modifier}';
}

/** The file that a message id stands for: by its name, or by what its header says. Another text is a name that no file has. */
export function fileOfMessage(
  messageId: string,
  { template, header }: { readonly template: string; readonly header: Header },
): Pick<AcknowledgedFile, 'name' | 'identity'> {
  const parts = template.split(TOKEN).map((part, at) => (at % 2 === 0 ? literal(part) : patternOf(part, header)));
  const groups = new RegExp(`^${parts.join('')}$`, 'u').exec(messageId)?.groups;
  const { name, date, time, modifier } = groups ?? {};
  if (date === undefined || modifier === undefined) return { name: name ?? messageId, identity: null };
  return {
    name: messageId,
    identity: {
      immediate_origin: header.immediate_origin.trim(),
      immediate_destination: header.immediate_destination.trim(),
      ...{ creation_date: date, creation_time: time ?? '', modifier },
    },
  };
}

const patternOf = (token: string, header: Header) => MESSAGE_ID_TOKENS[token]!.pattern(header);

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);
