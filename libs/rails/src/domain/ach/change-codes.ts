/** What a notification of change corrects. */
export type CorrectedField =
  'account_number' | 'routing_number' | 'account_holder_name' | 'account_type' | 'identification';

interface ChangeCode {
  readonly meaning: string;
  /** In the order in which the corrected data lists them. */
  readonly corrects: readonly CorrectedField[];
}

const changeCodes: Readonly<Record<string, ChangeCode>> = {
  C01: { meaning: 'Corrected account number', corrects: ['account_number'] },
  C02: { meaning: 'Corrected routing number', corrects: ['routing_number'] },
  C03: { meaning: 'Corrected routing number and account number', corrects: ['routing_number', 'account_number'] },
  C04: { meaning: 'Corrected name', corrects: ['account_holder_name'] },
  C05: { meaning: 'Corrected transaction code, which sets the account type', corrects: ['account_type'] },
  C06: { meaning: 'Corrected account number and transaction code', corrects: ['account_number', 'account_type'] },
  C07: {
    meaning: 'Corrected routing number, account number and transaction code',
    corrects: ['routing_number', 'account_number', 'account_type'],
  },
  C08: { meaning: 'Corrected receiving bank of an international entry', corrects: [] },
  C09: { meaning: 'Corrected individual identification number', corrects: ['identification'] },
  C13: { meaning: 'Wrong format of the addenda records', corrects: [] },
  C14: { meaning: 'Wrong SEC code of an international entry', corrects: [] },
};

/** What the originating bank finds wrong with a notification of change. */
const refusalCodes: Readonly<Record<string, string>> = {
  C61: 'Misrouted notification of change',
  C62: 'Wrong trace number',
  C63: 'Wrong company identification',
  C64: 'Wrong individual identification number',
  C65: 'Wrong format of the corrected data',
  C66: 'Wrong discretionary data',
  C67: 'Wrong routing number of the original entry',
  C68: 'Wrong account number of the original entry',
  C69: 'Wrong transaction code',
};

export const changeEntries: readonly (readonly [code: string, meaning: string])[] = [
  ...Object.entries(changeCodes).map(([code, { meaning }]) => [code, meaning] as const),
  ...Object.entries(refusalCodes),
];

const meanings = new Map(changeEntries);

export const correctedFields = (code: string): readonly CorrectedField[] => changeCodes[code]?.corrects ?? [];

/** Corrects how we identify an entry, which is not part of the account. */
export const isIdentificationChange = (code: string): boolean => correctedFields(code).includes('identification');

export const changeMeaning = (code: string): string | undefined => meanings.get(code);

/** A refused notification of change has a layout of its own. */
export const isRefusalCode = (code: string): boolean => code in refusalCodes;
