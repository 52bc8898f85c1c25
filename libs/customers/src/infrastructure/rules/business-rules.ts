import type { BusinessState } from '../../domain/business.js';
import { isSocialSecurityNumber } from '../../domain/government-ids.js';
import { hasLetters, hasNineDigits, judgeAddresses } from './common-rules.js';
import type { Findings } from './common-rules.js';

/** Ranges of the first two digits that the IRS assigns to employer identification numbers. */
const EIN_PREFIXES = '01-06 10-16 20-27 30-48 50-68 71-77 80-88 90-95 98-99'
  .split(' ')
  .map((range) => range.split('-'));

/**
 * The problems of a business, except matches of its names on lists. Tax id and address are checked only if present:
 * transfers require them, and so do some enterprises.
 */
export function judgeBusiness({ legal_name, tax_id, tax_id_type, addresses }: BusinessState): Findings {
  return [
    ...(hasLetters(legal_name) || /\d/.test(legal_name) ? [] : (['invalid_name'] as const)),
    ...checkTaxId(tax_id, tax_id_type),
    ...judgeAddresses(addresses, 'legal'),
  ];
}

function checkTaxId(id: string | null, type: BusinessState['tax_id_type']): Findings {
  if (id === null && type === null) return [];
  if (id === null || type === null || !hasNineDigits(id)) return ['incomplete_tax_id'];
  // A sole proprietor's own number is a tax id too.
  return isEmployerNumber(id) || (type === 'tin' && isSocialSecurityNumber(id)) ? [] : ['invalid_tax_id'];
}

function isEmployerNumber(id: string): boolean {
  const prefix = id.slice(0, 2);
  return !id.endsWith('0000000') && EIN_PREFIXES.some(([first = '', last = '']) => prefix >= first && prefix <= last);
}
