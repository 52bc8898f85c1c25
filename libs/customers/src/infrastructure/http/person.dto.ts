import { AlsoCheck, emptyable, listOf, metadata, Optional, Required } from '@payments/http';
import type { Rule } from '@payments/http';
import type { Metadata } from '../../domain/customer.js';
import { isSocialSecurityNumber } from '../../domain/government-ids.js';
import { HomeAddressDto, HomeAddressPatchDto } from './address.dto.js';
import { contactTypesDiffer, PersonContactDto } from './contact.dto.js';
import { day, NAME_OF_PERSON, REFERENCE_ID } from './name-rules.js';
import { removable } from './clearable.js';

const SOCIAL_SECURITY_NUMBER: Rule = {
  expected: 'a Social Security number (SSN) or an individual taxpayer number (ITIN), as 9 digits or XXX-XX-XXXX',
  schema: { type: 'string', pattern: '^(\\d{3}-\\d{2}-\\d{4}|\\d{9})$', writeOnly: true },
  accepts: (value) => typeof value === 'string' && isSocialSecurityNumber(value),
};

/** A person, as it is created and replaced. */
@AlsoCheck(contactTypesDiffer)
export class PersonDto {
  @Required(REFERENCE_ID)
  readonly customer_reference_id!: string;

  @Required(NAME_OF_PERSON)
  readonly first_name!: string;

  @Optional(emptyable(NAME_OF_PERSON))
  readonly middle_name?: string;

  @Required(NAME_OF_PERSON)
  readonly last_name!: string;

  @Required(day())
  readonly date_of_birth!: string;

  @Required(listOf(() => HomeAddressDto, { min: 1, max: 1 }))
  readonly addresses!: HomeAddressDto[];

  @Optional(listOf(() => PersonContactDto, { min: 1, max: 2 }))
  readonly contacts?: PersonContactDto[];

  @Optional(SOCIAL_SECURITY_NUMBER)
  readonly social_security_number?: string;

  @Optional(metadata())
  readonly metadata?: Metadata;
}

/** A patch of a person: the fields that are sent. */
@AlsoCheck(contactTypesDiffer)
export class PersonPatchDto {
  @Optional(REFERENCE_ID)
  readonly customer_reference_id?: string;

  @Optional(NAME_OF_PERSON)
  readonly first_name?: string;

  @Optional(removable(NAME_OF_PERSON))
  readonly middle_name?: string;

  @Optional(NAME_OF_PERSON)
  readonly last_name?: string;

  @Optional(day())
  readonly date_of_birth?: string;

  @Optional(listOf(() => HomeAddressPatchDto, { min: 1, max: 1 }))
  readonly addresses?: HomeAddressPatchDto[];

  @Optional(listOf(() => PersonContactDto, { min: 0, max: 2 }))
  readonly contacts?: PersonContactDto[];

  @Optional(SOCIAL_SECURITY_NUMBER)
  readonly social_security_number?: string;

  @Optional(metadata())
  readonly metadata?: Metadata;
}
