import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import type { Refusal } from '../../application/refusals.js';

export interface RefusalView extends Omit<Refusal, 'at' | 'error_code'> {
  readonly at: string;
  readonly error_code?: string;
}

@ApiSchema({ name: 'RefusedRequest' })
class RefusedRequestResponse implements RefusalView {
  @ApiProperty({ type: String, format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ type: String, format: 'date-time', description: 'When it was answered' })
  readonly at!: string;

  @ApiProperty({ type: String, example: 'POST' })
  readonly method!: string;

  @ApiProperty({ type: String, example: '/deliver/transfers/{id}', description: 'Without the values of parameters' })
  readonly route!: string;

  @ApiProperty({ type: 'integer', minimum: 400, example: 400 })
  readonly status!: number;

  @ApiPropertyOptional({ type: String, example: 'invalid_amount' })
  readonly error_code?: string;

  @ApiProperty({ type: String, description: 'The `X-Request-Id` of the response' })
  readonly request_id!: string;

  @ApiProperty({ type: String, description: 'The client id, or the name of the portal user' })
  readonly credential!: string;

  @ApiProperty({ type: 'integer', minimum: 0, example: 42 })
  readonly duration_ms!: number;
}

export class RefusedRequestsResponse {
  @ApiProperty({ type: [RefusedRequestResponse] })
  readonly requests!: readonly RefusalView[];
}

export function toRefusalView({ at, error_code, ...rest }: Refusal): RefusalView {
  return { ...rest, at: at.toISOString(), ...(error_code !== null && { error_code }) };
}
