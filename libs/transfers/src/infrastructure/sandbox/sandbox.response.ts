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
}

export class ClockResponse {
  @ApiProperty({ type: ClockDetailsResponse })
  readonly clock!: ClockView;
}

export class SandboxMessageResponse {
  @ApiProperty({ type: String })
  readonly message!: string;
}
