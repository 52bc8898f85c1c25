import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { PendingApproval } from '@payments/persistence';

/** What is said of the approval in the response to a change. */
export const PENDING_CHANGE =
  'With the setting `dual_control`: the change is not made before another administrator gives this approval';

@ApiSchema({ name: 'PendingApproval' })
export class PendingApprovalResponse implements PendingApproval {
  @ApiProperty({ type: String, format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ type: String, enum: ['pending'] })
  readonly status!: 'pending';
}
