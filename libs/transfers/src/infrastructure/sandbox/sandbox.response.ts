import { ApiProperty } from '@nestjs/swagger';
import type { ClockView } from './sandbox-clock.js';

class ClockDetailsResponse implements ClockView {
  @ApiProperty({ type: String, format: 'date-time' })
  readonly banking_time!: string;

  @ApiProperty({ type: String, format: 'date', description: 'The calendar date in New York' })
  readonly banking_date!: string;

  @ApiProperty({ type: Boolean })
  readonly is_banking_day!: boolean;

  @ApiProperty({ type: 'integer', description: 'Seconds by which banking time is ahead of real time' })
  readonly offset_seconds!: number;

  @ApiProperty({
    ...{ type: String, format: 'date-time', required: false },
    description:
      'Until when, in banking time, transfers join the next window of same-day ACH. Absent where the bank has none',
  })
  readonly next_same_day_window_at?: string;
}

export class ClockResponse {
  @ApiProperty({ type: ClockDetailsResponse })
  readonly clock!: ClockView;
}

export class SandboxMessageResponse {
  @ApiProperty({ type: String })
  readonly message!: string;
}
