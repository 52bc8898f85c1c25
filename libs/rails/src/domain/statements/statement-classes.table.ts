/** What a line of a statement is. A person explains those that are `other`. */
export const STATEMENT_CLASSES = [
  ...(['ach_credit', 'ach_debit', 'ach_return', 'instant_credit', 'instant_debit', 'instant_return'] as const),
  ...(['wire_in', 'wire_out', 'zba', 'interest', 'fee', 'other'] as const),
] as const;

export type StatementClass = (typeof STATEMENT_CLASSES)[number];

/** Classes of a bank's own codes, by code. */
export type ConfiguredCodes = Readonly<Record<string, string>>;

interface CodesOfClass {
  readonly codes: readonly string[];
  readonly class: StatementClass;
  /** What the line is here. */
  readonly meaning: string;
}

/** BAI2, from the type codes of BTRS, which continues it. Banks also have codes of their own: the profile names those. */
export const bai2Codes: readonly CodesOfClass[] = [
  {
    codes: ['142', '143', '145', '164', '165', '166', '169'],
    ...{ class: 'ach_credit', meaning: 'what debits brought in, by entry, batch or day' },
  },
  {
    codes: ['445', '447', '451', '452', '455', '462', '464', '466', '469'],
    ...{ class: 'ach_debit', meaning: 'what credits took out, by entry, batch or day' },
  },
  {
    codes: ['168', '257', '258', '266', '268', '468', '557', '558', '566', '568'],
    ...{ class: 'ach_return', meaning: 'an entry that came back, or a reversal; several in one sum at some banks' },
  },
  { codes: ['195', '208'], class: 'wire_in', meaning: 'a wire that came in: explain it' },
  { codes: ['493', '495', '508'], class: 'wire_out', meaning: 'a wire that went out: explain it' },
  {
    codes: ['274', '275', '277', '278', '574', '575', '577', '578'],
    ...{ class: 'zba', meaning: 'to or from the account that balances this one: explain it as a transfer' },
  },
  { codes: ['346', '354', '359', '654', '659'], class: 'interest', meaning: 'interest: explain it' },
  { codes: ['398', '564', '567', '661', '698'], class: 'fee', meaning: 'a fee, or one that came back: explain it' },
];

/** Bank transaction codes of ISO 20022, as domain/family or domain/family/subfamily; `*` stands for any family. */
export const isoCodes: readonly CodesOfClass[] = [
  {
    codes: ['PMNT/RCDT', 'PMNT/IDDT'],
    ...{ class: 'ach_credit', meaning: 'a credit that was received, or debits that were sent' },
  },
  {
    codes: ['PMNT/ICDT', 'PMNT/RDDT'],
    ...{ class: 'ach_debit', meaning: 'credits that were sent, or a debit that was received' },
  },
  { codes: ['PMNT/RRCT'], class: 'instant_credit', meaning: 'an instant payment that was received' },
  { codes: ['PMNT/IRCT'], class: 'instant_debit', meaning: 'an instant payment that was sent' },
  {
    codes: ['PMNT/RRCT', 'PMNT/IRCT'].flatMap((family) => ['RRTN', 'RPCR'].map((each) => `${family}/${each}`)),
    ...{ class: 'instant_return', meaning: 'an instant payment that came back or was recalled' },
  },
  {
    codes: ['RRTN', 'RPCR', 'UPDD', 'PRDD', 'UPCT', 'ARET'].map((each) => `*/${each}`),
    ...{ class: 'ach_return', meaning: 'a payment that came back, was reversed or recalled' },
  },
  { codes: ['PMNT/RCDT/XBCT', 'PMNT/RCDT/SDVA'], class: 'wire_in', meaning: 'a wire that came in: explain it' },
  { codes: ['PMNT/ICDT/XBCT', 'PMNT/ICDT/SDVA'], class: 'wire_out', meaning: 'a wire that went out: explain it' },
  {
    codes: ['PMNT/RCDT/BOOK', 'PMNT/ICDT/BOOK'],
    ...{ class: 'other', meaning: 'between accounts at the bank: explain it as a transfer' },
  },
  { codes: ['*/ZABA', '*/SWEP'], class: 'zba', meaning: 'to or from an account that balances this one' },
  { codes: ['*/INTR'], class: 'interest', meaning: 'interest: explain it' },
  { codes: ['*/CHRG', '*/COMM', '*/FEES'], class: 'fee', meaning: 'a fee: explain it' },
];

const classesOf = (table: readonly CodesOfClass[]) =>
  new Map(table.flatMap(({ codes, class: name }) => codes.map((code) => [code, name] as const)));
const [bai2Classes, isoClasses] = [classesOf(bai2Codes), classesOf(isoCodes)];

/** The class of a BAI2 code, by the profile first. */
export const classOfBai2 = (code: string, codes: ConfiguredCodes): StatementClass =>
  configured(code, codes) ?? bai2Classes.get(code) ?? 'other';

/** The class of a code of ISO 20022 without a profile; of a payment that came back if the bank says so in another way. */
export function classOfIso([domain, family, subfamily]: readonly string[], isReturn: boolean): StatementClass {
  const path = `${domain}/${family}`;
  const found = isoClasses.get(`${path}/${subfamily}`) ?? isoClasses.get(`*/${subfamily}`) ?? isoClasses.get(path);
  if (!isReturn || found === undefined) return found ?? 'other';
  return found.startsWith('instant_') ? 'instant_return' : found.startsWith('ach_') ? 'ach_return' : found;
}

/** The class of the first code that the profile names. */
export function configuredClass(candidates: readonly string[], codes: ConfiguredCodes): StatementClass | undefined {
  return candidates.map((code) => configured(code, codes)).find((found) => found !== undefined);
}

function configured(code: string, codes: ConfiguredCodes): StatementClass | undefined {
  const name = Object.hasOwn(codes, code) ? codes[code] : undefined;
  return STATEMENT_CLASSES.find((each) => each === name);
}

/** Of BAI2 codes, from the first one to the next. Between them are balances, codes of loans, and those of a bank itself. */
const DIRECTIONS = [
  [100, 'credit'],
  [400, 'debit'],
  [700, undefined],
  [720, 'credit'],
  [760, 'debit'],
  [800, undefined],
  [920, 'credit'],
  [960, 'debit'],
] as const;

/** The direction of a BAI2 code; undefined where it moves no money. */
export const directionOfBai2 = (code: string): 'credit' | 'debit' | undefined =>
  DIRECTIONS.findLast(([from]) => Number(code) >= from)?.[1];
