import { isIP } from 'node:net';
import { saysNothing } from '@payments/kernel';
import { isRoutingNumber } from '../../domain/ach/routing-number.js';
import { z } from 'zod';

/** How a value is described: what it must be, and what it is for. The reference page shows both. */
interface About {
  readonly expected: string;
  readonly meaning: string;
}

/** A message for a value that is missing or wrong. It says what to set, and never what was found. */
const must = (expected: string) => ({
  error: ({ input }: { readonly input?: unknown }) =>
    `${input === undefined ? 'is missing' : 'is not valid'}; set it to ${expected}`,
});

const about = ({ expected, meaning }: About) => ({ description: meaning, expected });

/** A text that matches the pattern. */
export const text = (pattern: RegExp, it: About) =>
  z.string(must(it.expected)).regex(pattern, must(it.expected)).meta(about(it));

/** A text that fulfills the rule. */
export const checkedText = (isValid: (text: string) => boolean, it: About) =>
  z.string(must(it.expected)).refine(isValid, must(it.expected)).meta(about(it));

/** Printable ASCII of a NACHA field, without blanks around it. */
export const printable = (max: number, meaning: string, { least = 1 } = {}) =>
  checkedText(
    (value) =>
      /^[\x20-\x7e]*$/.test(value) &&
      value.trim() === value &&
      value.length <= max &&
      (least === 0 || !saysNothing(value)),
    {
      expected:
        least === 0
          ? `at most ${max} printable ASCII characters`
          : `${least} to ${max} printable ASCII characters, not only zeros`,
      meaning,
    },
  );

export const oneOf = <const V extends string>(values: readonly V[], meaning: string) => {
  const shown = values.map((value) => (value === '' ? '""' : value));
  const expected = shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
  return z.enum(values, must(expected)).meta(about({ expected, meaning }));
};

export const whole = (least: number, most: number, meaning: string) => {
  const expected = `a whole number from ${least} to ${most}`;
  return z.int(must(expected)).min(least, must(expected)).max(most, must(expected)).meta(about({ expected, meaning }));
};

export const wholeOrNull = (least: number, most: number, meaning: string) => {
  const expected = `a whole number from ${least} to ${most}, or null`;
  return z
    .int(must(expected))
    .min(least, must(expected))
    .max(most, must(expected))
    .nullable()
    .meta(about({ expected, meaning }));
};

export const flag = (meaning: string) =>
  z.boolean(must('true or false')).meta(about({ expected: 'true or false', meaning }));

export const list = <T extends z.ZodType>(
  item: T,
  { least = 0, most = 100, meaning }: { least?: number; most?: number; meaning: string },
) => {
  const expected = least === 0 ? `a list of at most ${most}` : `a list of ${least} to ${most}`;
  return z
    .array(item, must(expected))
    .min(least, must(expected))
    .max(most, must(expected))
    .meta(about({ expected, meaning }));
};

/** An object whose keys are all known. */
export const section = <S extends z.ZodRawShape>(shape: S, meaning: string) =>
  z.strictObject(shape, unlessUnknownKeys('an object')).meta(about({ expected: 'an object', meaning }));

/** Unknown keys keep their own issue, which names them. */
function unlessUnknownKeys(expected: string) {
  return {
    error: (issue: { readonly code?: string; readonly input?: unknown }) =>
      issue.code === 'unrecognized_keys' ? 'unknown key' : must(expected).error(issue),
  };
}

const SECRET = '{"file": "/path"} or {"env": "NAME"}';

/** Where a secret stands. One that stands in the profile itself is refused. */
export const secret = (meaning: string) =>
  z
    .union(
      [
        z.strictObject({ file: text(/^[^\0\r\n]{1,1024}$/, { expected: 'a path', meaning: 'file of the secret' }) }),
        z.strictObject({
          env: text(/^[A-Za-z_]\w{0,127}$/, { expected: 'a variable', meaning: 'variable of the secret' }),
        }),
      ],
      {
        error: ({ input }) =>
          typeof input === 'string'
            ? `is a secret written into the profile; move it to a file or a variable, and set ${SECRET}`
            : must(SECRET).error({ input }),
      },
    )
    .meta(about({ expected: SECRET, meaning }));

export const routingNumber = (meaning: string) =>
  checkedText(isRoutingNumber, {
    expected: 'a routing number: 9 digits, the last of which is their check digit',
    meaning,
  });

export const uuid = (meaning: string) =>
  text(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, { expected: 'the UUID of an enterprise', meaning });

export const wallTime = (meaning: string) =>
  text(/^([01]\d|2[0-3]):[0-5]\d$/, { expected: 'a time in New York as hh:mm', meaning });

/** A directory of the bank: no step upward, no control characters. */
export const directory = (meaning: string) =>
  checkedText(isDirectory, {
    expected: 'a directory such as /outbound, without .. and without a slash at the end',
    meaning,
  });

export function isDirectory(value: string): boolean {
  return (
    /^[\x20-\x7e]{1,255}$/.test(value) &&
    (value === '/' || !value.endsWith('/')) &&
    !value.includes('//') &&
    !value.split('/').includes('..')
  );
}

export function isNetwork(value: string): boolean {
  const [address = '', bits = '', ...rest] = value.split('/');
  const version = isIP(address);
  return version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

export const isHost = (value: string): boolean =>
  isIP(value) !== 0 ||
  /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(value);
