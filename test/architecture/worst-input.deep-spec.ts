import type { Type } from '@nestjs/common';
import { fieldsOf, validate } from '@payments/http';
import type { Rule } from '@payments/http';
import { leastProcessorMs } from '@payments/testing';
import { requestTypes } from '../support/request-types.js';
import { guards } from '../support/guards.js';

guards(
  'libs/http/src',
  'libs/kernel/src',
  'libs/transfers/src',
  'libs/customers/src',
  'libs/accounts/src',
  'libs/verify/src',
  'libs/auth/src',
  'libs/webhooks/src',
  'libs/bulk/src',
  'libs/schedules/src',
  'libs/controls/src',
  'libs/subledgers/src',
);

const TRIES = 20;
/** Characters that are normalized in a moment: six times as many as the longest text has. */
const MUCH = 'e\u0301'.repeat(200_000);
/** As long as this machine takes for much text. A rule whose time grows with the square of its input takes far longer. */
const MOMENT_MS = leastProcessorMs(() => MUCH.normalize('NFKC').length, { tries: TRIES, enoughMs: 0 });
/** The longest names and values of metadata, of most texts, of what is looked at before its length, and a whole body. */
const SIZES = [20, 50, 255, 1_020, 65_536];
const PREFIXES = ['', 'a@', 'http://', 'PO BOX '];
const SUFFIXES = ['', '!', '\u0000', '1', '.com', ' '];
const UNITS = [
  ...['a', 'A', '1', '-', "'", ' ', '.', '#', '/', '@', '%', '[', '"', '\\', '🙂', '\t', '\u202e', '\ud800'],
  ...['1-', 'a-', 'a.', 'ü.', 'a@', 'a ', ', ', 'e\u0301', '\u0301', '\u0344', '\ufdfa', '2026-01-', '00', '１'],
  ...['P', 'PO ', 'P.O.#', 'BOX ', 'POST OFFICE ', 'NO NUMBER ', 'APARTADO ', 'https://', 'www.', 'xn--', '://', '?#'],
];
const texts = SIZES.flatMap((size) =>
  PREFIXES.flatMap((prefix) =>
    UNITS.flatMap((unit) =>
      SUFFIXES.map((suffix) => {
        const room = size - prefix.length - suffix.length;
        return `${prefix}${unit.repeat(Math.ceil(room / unit.length)).slice(0, room)}${suffix}`;
      }),
    ),
  ),
);
const LISTS: readonly unknown[] = [
  Array(16_000).fill('a'),
  Array(16_000).fill({}),
  Array(30_000).fill(0),
  [texts.at(-1)],
];
const OBJECTS: readonly unknown[] = [
  {},
  Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 'a'.repeat(120)])),
];
/** What metadata looks at: five pairs whose names, or whose values, are the text. */
const pairsOf = (text: string): unknown[] => {
  const names = Array.from({ length: 5 }, (_, index) => `${text.slice(0, -1)}${index}`);
  return [
    Object.fromEntries(names.map((name) => [name, 1])),
    Object.fromEntries(names.map((_, index) => [`k${index}`, text])),
  ];
};

type RuledField = ReturnType<typeof fieldsOf>[number] & { readonly of: string };

const leastMs = (work: () => unknown) => leastProcessorMs(work, { tries: TRIES, enoughMs: MOMENT_MS });

function validateBy(rule: Rule, value: unknown): void {
  if (rule.accepts(value)) rule.normalise?.(value);
}

function errorOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

const shown = (value: unknown) => JSON.stringify(value).slice(0, 60);

describe('the worst input', () => {
  let types: readonly Type<object>[];
  let fields: readonly RuledField[];
  beforeAll(async () => {
    types = await requestTypes();
    fields = types.flatMap((type) => fieldsOf(type).map((field) => ({ ...field, of: type.name })));
  });

  const rulesWhere = (takes: (rule: Rule) => boolean) => {
    const rules = new Map<Rule, string>();
    for (const { of, name, rule } of fields) if (takes(rule) && !rules.has(rule)) rules.set(rule, `${of}.${name}`);
    return [...rules];
  };
  const tooSlow = (rules: readonly (readonly [Rule, string])[], values: Iterable<unknown>) => {
    const found: string[] = [];
    for (const value of values) {
      for (const [rule, name] of rules) {
        const ms = leastMs(() => validateBy(rule, value));
        if (ms > MOMENT_MS) found.push(`${name} ${ms.toFixed(1)} ms ${shown(value)}`);
      }
    }
    return found;
  };

  it('is tried on the fields of every operation', () => {
    const names = new Set(fields.map(({ name }) => name));
    for (const name of ['first_name', 'legal_name', 'address1', 'value', 'metadata', 'account_number', 'url', 'size']) {
      expect([name, names.has(name)]).toEqual([name, true]);
    }
  });

  it('that is text takes no rule longer than a moment', () => {
    expect(
      tooSlow(
        rulesWhere(() => true),
        new Set(texts),
      ),
    ).toEqual([]);
  });

  it('that is a list or an object takes no rule longer than a moment', () => {
    expect(
      tooSlow(
        rulesWhere(() => true),
        [...LISTS, ...OBJECTS],
      ),
    ).toEqual([]);
  });

  it('in the names and values of metadata takes no longer than a moment', () => {
    const rules = rulesWhere(({ schema }) => 'maxProperties' in schema);
    expect(rules.length).toBeGreaterThan(0);
    const values = [...new Set(texts)].flatMap(pairsOf);
    expect(tooSlow(rules, values)).toEqual([]);
  });

  it('validates a contact by its type in a moment', () => {
    const contacts = types.flatMap((type) => {
      const { rule } = fieldsOf(type).find(({ name }) => name === 'type') ?? {};
      const kinds = rule?.schema.enum as string[] | undefined;
      return kinds?.includes('phone') ? kinds.map((kind) => ({ type, kind })) : [];
    });
    expect(contacts).toHaveLength(5);
    const found: string[] = [];
    for (const value of new Set(texts)) {
      for (const { type, kind } of contacts) {
        const ms = leastMs(() => errorOf(() => validate(type, { type: kind, value })));
        if (ms > MOMENT_MS) found.push(`${kind} ${ms.toFixed(1)} ms ${shown(value)}`);
      }
    }
    expect(found).toEqual([]);
  });
});
