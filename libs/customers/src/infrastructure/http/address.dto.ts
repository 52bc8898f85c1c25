import { emptyable, oneOf, Optional, pattern, Required, text } from '@payments/http';
import type { Rule } from '@payments/http';
import { isPostOfficeBox, STATES } from '../../domain/address.js';
import { removable } from './clearable.js';

const LINE = text({ max: 255 });
const SECOND_LINE = emptyable(LINE);
const COUNTRY = oneOf(['US']);
const ZIP5 = pattern(/^\d{5}$/, '5 digits', '94103');
const STATE: Rule = {
  ...oneOf(STATES),
  expected: 'the two-letter uppercase code of a US state or territory, such as CA',
};
const PHYSICAL_LINE: Rule = {
  ...LINE,
  expected: `the street line of a physical address, not a PO box: ${LINE.expected}`,
  accepts: (value) => LINE.accepts(value) && !isPostOfficeBox(value as string),
};
const TYPE = { stem: 'addresses_type' };

/** The home address of a person. */
export class HomeAddressDto {
  @Required(oneOf(['home']), TYPE)
  readonly type!: 'home';

  @Required(LINE)
  readonly address1!: string;

  @Optional(SECOND_LINE)
  readonly address2?: string;

  @Required(LINE)
  readonly city!: string;

  @Required(STATE)
  readonly state!: string;

  @Required(COUNTRY)
  readonly country!: 'US';

  @Required(ZIP5)
  readonly zip5!: string;
}

/** The registered seat of a business. */
export class LegalAddressDto {
  @Required(oneOf(['legal']), TYPE)
  readonly type!: 'legal';

  @Required(PHYSICAL_LINE)
  readonly address1!: string;

  @Optional(SECOND_LINE)
  readonly address2?: string;

  @Required(LINE)
  readonly city!: string;

  @Required(STATE)
  readonly state!: string;

  @Required(COUNTRY)
  readonly country!: 'US';

  @Required(ZIP5)
  readonly zip5!: string;
}

/** A patch of the home address of a person. */
export class HomeAddressPatchDto {
  @Required(oneOf(['home']), TYPE)
  readonly type!: 'home';

  @Optional(LINE)
  readonly address1?: string;

  @Optional(removable(LINE))
  readonly address2?: string;

  @Optional(LINE)
  readonly city?: string;

  @Optional(STATE)
  readonly state?: string;

  @Optional(COUNTRY)
  readonly country?: 'US';

  @Optional(ZIP5)
  readonly zip5?: string;
}

/** A patch of the registered seat of a business. */
export class LegalAddressPatchDto {
  @Required(oneOf(['legal']), TYPE)
  readonly type!: 'legal';

  @Optional(PHYSICAL_LINE)
  readonly address1?: string;

  @Optional(removable(LINE))
  readonly address2?: string;

  @Optional(LINE)
  readonly city?: string;

  @Optional(STATE)
  readonly state?: string;

  @Optional(COUNTRY)
  readonly country?: 'US';

  @Optional(ZIP5)
  readonly zip5?: string;
}
