import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { transferReasons } from '../../domain/reason-codes.js';
import type { ReasonEntry, TransferReasonCode } from '../../domain/reason-codes.js';
import { actors, retries } from '../../domain/transfer-reasons.table.js';
import type { Actor, Retry } from '../../domain/transfer-reasons.table.js';

@ApiSchema({ name: 'NetworkReasonCode' })
class NetworkReasonCodeResponse {
  @ApiProperty({ type: String, example: 'R01' })
  readonly network_reason_code!: string;

  @ApiProperty({ type: String })
  readonly network_reason_code_message!: string;
}

class ReasonCodeDetailsResponse implements ReasonEntry {
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

  @ApiProperty({ type: [NetworkReasonCodeResponse], description: 'The network codes that map to this reason' })
  readonly network_reason_codes!: readonly NetworkReasonCodeResponse[];
}

export class ReasonCodesResponse {
  @ApiProperty({ type: [ReasonCodeDetailsResponse] })
  readonly reason_codes!: readonly ReasonEntry[];
}

export class ReasonCodeResponse {
  @ApiProperty({ type: ReasonCodeDetailsResponse })
  readonly reason_code!: ReasonEntry;
}
