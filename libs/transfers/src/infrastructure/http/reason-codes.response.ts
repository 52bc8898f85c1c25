import { ApiProperty } from '@nestjs/swagger';
import { transferReasons } from '../../domain/reason-codes.js';
import type { ReasonEntry, TransferReasonCode } from '../../domain/reason-codes.js';
import { actors, retries } from '../../domain/transfer-reasons.table.js';
import type { Actor, Retry } from '../../domain/transfer-reasons.table.js';

class NetworkReasonCodeResource {
  @ApiProperty({ type: String, example: 'R01' })
  readonly network_reason_code!: string;

  @ApiProperty({ type: String })
  readonly network_reason_code_message!: string;
}

class ReasonCodeResource implements ReasonEntry {
  @ApiProperty({ type: String, enum: Object.keys(transferReasons) })
  readonly reason_code!: TransferReasonCode;

  @ApiProperty({ type: String, description: 'What to do about it' })
  readonly reason_code_message!: string;

  @ApiProperty({ type: String, description: 'What happened' })
  readonly meaning!: string;

  @ApiProperty({ type: String, enum: actors, description: 'Who can act on it. `client` is the client of this API' })
  readonly who_acts!: Actor;

  @ApiProperty({
    type: String,
    enum: retries,
    description:
      'Whether to try the transfer again: `no`, `later` (unchanged), or `after_correction` (after the correction that the message asks for)',
  })
  readonly try_again!: Retry;

  @ApiProperty({ type: [NetworkReasonCodeResource], description: 'The network codes that map to this reason' })
  readonly network_reason_codes!: readonly NetworkReasonCodeResource[];
}

export class ReasonCodesResponse {
  @ApiProperty({ type: [ReasonCodeResource] })
  readonly reason_codes!: readonly ReasonEntry[];
}

export class ReasonCodeResponse {
  @ApiProperty({ type: ReasonCodeResource })
  readonly reason_code!: ReasonEntry;
}
