import type { ApiPropertyOptions } from '@nestjs/swagger';

/** The property of the response to a change that says which approval it waits for. */
export const PENDING_CHANGE = {
  type: 'object',
  description:
    'With the setting `dual_control`: the change is not made before another administrator gives this approval',
  selfRequired: false,
  required: ['id', 'status'],
  properties: { id: { type: 'string', format: 'uuid' }, status: { type: 'string', enum: ['pending'] } },
} as const satisfies ApiPropertyOptions;
