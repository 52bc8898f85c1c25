import { ApiSchema } from '@nestjs/swagger';
import { AlsoCheck, AtLeastOneOf, instant, integer, oneOf, Optional, pattern, Required } from '@payments/http';
import type { Side } from '../../domain/leg.js';
import type { RequestedOutcome } from './outcomes.js';

const MAX_BANKING_DAYS = 366;

/** Body of `POST /sandbox/clock/advance`: how many banking days, or until when. */
@AtLeastOneOf(['banking_days', 'to'], {
  error_code: 'missing_banking_days',
  message: 'banking_days or to is required; send one of the two',
})
export class AdvanceClockDto {
  @Optional(integer({ min: 1, max: MAX_BANKING_DAYS }))
  readonly banking_days?: number;

  @Optional(instant())
  readonly to?: Date;
}

/** Body of `POST /sandbox/transfers/{id}/outcome`. Changes have separate codes: C01 and so on. */
@AlsoCheck(({ kind, code }) =>
  typeof kind === 'string' && typeof code === 'string' && (kind === 'notification_of_change') !== /^C\d\d$/.test(code)
    ? [
        {
          field: 'code',
          error_code: 'invalid_code',
          message: 'code must be C01 to C99 for a notification of change, and any other code otherwise',
        },
      ]
    : [],
)
@ApiSchema({ name: 'AskOutcomeRequest' })
export class SetTransferOutcomeDto implements RequestedOutcome {
  @Required(oneOf(['return', 'reject', 'notification_of_change']))
  readonly kind!: RequestedOutcome['kind'];

  @Required(pattern(/^[A-Z0-9]{2,10}$/, 'a network code, such as R01, AC03 or C01', 'R01'))
  readonly code!: string;

  @Optional(oneOf(['source', 'destination']))
  readonly leg?: Side;
}
