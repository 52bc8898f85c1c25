import type { FieldError } from '@payments/kernel';
import {
  AlsoCheck,
  emptyable,
  listOf,
  metadata,
  oneOf,
  Optional,
  pattern,
  printed,
  Required,
  text,
} from '@payments/http';
import { ENTITY_TYPES, TAX_ID_TYPES } from '../../domain/business.js';
import type { BusinessInput } from '../../domain/business.js';
import { isIncorporationDay } from '../../domain/calendar-day.js';
import type { Metadata } from '../../domain/customer.js';
import { businessErrors } from '../../domain/customer.errors.js';
import { TRADE_NAME } from '../../domain/names.js';
import { LegalAddressDto, LegalAddressPatchDto } from './address.dto.js';
import { BusinessContactDto, contactTypesDiffer } from './contact.dto.js';
import { day, NAME_OF_BUSINESS, NAME_OF_PERSON, REFERENCE_ID } from './name-rules.js';
import { removable } from './clearable.js';

// The interface forbids white space at the beginning of the legal name only.
const NAME_OF_TRADE = printed(
  text({
    max: 255,
    pattern: TRADE_NAME,
    expected: 'Latin letters with or without accents, digits, spaces, hyphens, dashes, apostrophes and . # : / & , ( )',
  }),
);
const TAX_ID = pattern(/^\d{9}$/, '9 digits', '123456789');
const INCORPORATION_DAY = day('a date as YYYY-MM-DD, in the years 1600 to 2099', isIncorporationDay);

/** A business, as it is created and replaced. */
@AlsoCheck(taxIdIsPaired)
@AlsoCheck(contactTypesDiffer)
export class BusinessDto {
  @Required(REFERENCE_ID)
  readonly customer_reference_id!: string;

  @Required(NAME_OF_BUSINESS)
  readonly legal_name!: string;

  @Optional(emptyable(NAME_OF_TRADE))
  readonly business_name?: string;

  @Optional(oneOf(ENTITY_TYPES))
  readonly entity_type?: NonNullable<BusinessInput['entity_type']>;

  @Optional(TAX_ID)
  readonly tax_id?: string;

  @Optional(oneOf(TAX_ID_TYPES))
  readonly tax_id_type?: NonNullable<BusinessInput['tax_id_type']>;

  @Optional(emptyable(NAME_OF_PERSON))
  readonly account_holder_name?: string;

  @Optional(INCORPORATION_DAY)
  readonly incorporation_date?: string;

  @Optional(listOf(() => LegalAddressDto, { min: 1, max: 1 }))
  readonly addresses?: LegalAddressDto[];

  @Optional(listOf(() => BusinessContactDto, { min: 1, max: 3 }))
  readonly contacts?: BusinessContactDto[];

  @Optional(metadata())
  readonly metadata?: Metadata;
}

/** A patch of a business: the fields that are sent. */
@AlsoCheck(contactTypesDiffer)
export class BusinessPatchDto {
  @Optional(REFERENCE_ID)
  readonly customer_reference_id?: string;

  @Optional(NAME_OF_BUSINESS)
  readonly legal_name?: string;

  @Optional(removable(NAME_OF_TRADE))
  readonly business_name?: string;

  @Optional(oneOf(ENTITY_TYPES))
  readonly entity_type?: NonNullable<BusinessInput['entity_type']>;

  @Optional(TAX_ID)
  readonly tax_id?: string;

  @Optional(oneOf(TAX_ID_TYPES))
  readonly tax_id_type?: NonNullable<BusinessInput['tax_id_type']>;

  @Optional(removable(NAME_OF_PERSON))
  readonly account_holder_name?: string;

  @Optional(INCORPORATION_DAY)
  readonly incorporation_date?: string;

  @Optional(listOf(() => LegalAddressPatchDto, { min: 1, max: 1 }))
  readonly addresses?: LegalAddressPatchDto[];

  @Optional(listOf(() => BusinessContactDto, { min: 0, max: 3 }))
  readonly contacts?: BusinessContactDto[];

  @Optional(metadata())
  readonly metadata?: Metadata;
}

/** A tax id requires its type, and a type requires its id. */
function taxIdIsPaired({ tax_id, tax_id_type }: Readonly<Record<string, unknown>>): FieldError[] {
  const hasId = (tax_id ?? null) !== null;
  const hasType = (tax_id_type ?? null) !== null;
  if (hasId === hasType) return [];
  return [...(hasId ? businessErrors.missing_tax_id_type() : businessErrors.missing_tax_id()).fieldErrors];
}
