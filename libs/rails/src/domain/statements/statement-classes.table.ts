/** What a line of a statement is. Codes of instant payments differ between banks, so the profile names them. Lines of unknown codes are `other`, and a person explains them. */
export const STATEMENT_CLASSES = [
  ...(['ach_credit', 'ach_debit', 'ach_return', 'instant_credit', 'instant_debit', 'instant_return'] as const),
  ...(['wire_in', 'wire_out', 'zba', 'interest', 'fee', 'other'] as const),
] as const;

export type StatementClass = (typeof STATEMENT_CLASSES)[number];

const classes: Readonly<Partial<Record<StatementClass, readonly string[]>>> = {
  ach_credit: ['142', '145', '165', '166', '169'],
  ach_debit: ['447', '451', '455', '466', '469'],
  ach_return: ['168', '557'],
  wire_in: ['195'],
  wire_out: ['495'],
  zba: ['275', '575'],
  interest: ['354'],
  fee: ['698'],
};

const bai2Classes = new Map(
  Object.entries(classes).flatMap(([name, codes]) => codes.map((code) => [code, name as StatementClass] as const)),
);

/** The class of a BAI2 code, by the profile first. */
export const classOfBai2 = (code: string, codes: Readonly<Record<string, string>>): StatementClass =>
  configured(code, codes) ?? bai2Classes.get(code) ?? 'other';

/** The class of the first code that the profile names. */
export function configuredClass(
  candidates: readonly string[],
  codes: Readonly<Record<string, string>>,
): StatementClass {
  for (const code of candidates) {
    const found = configured(code, codes);
    if (found !== undefined) return found;
  }
  return 'other';
}

function configured(code: string, codes: Readonly<Record<string, string>>): StatementClass | undefined {
  const name = Object.hasOwn(codes, code) ? codes[code] : undefined;
  return STATEMENT_CLASSES.find((each) => each === name);
}

/** Of BAI2 codes, from the first one to the next. Between them are balances, codes of loans, and those of a bank itself. */
const DIRECTIONS = [
  ...([
    [100, 'credit'],
    [400, 'debit'],
    [700, undefined],
    [720, 'credit'],
    [760, 'debit'],
    [800, undefined],
  ] as const),
  ...([
    [920, 'credit'],
    [960, 'debit'],
  ] as const),
] as const;

/** The direction of a BAI2 code; undefined where it moves no money. */
export const directionOfBai2 = (code: string): 'credit' | 'debit' | undefined =>
  DIRECTIONS.findLast(([from]) => Number(code) >= from)?.[1];
