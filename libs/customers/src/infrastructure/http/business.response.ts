import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ENTITY_TYPES, TAX_ID_TYPES } from '../../domain/business.js';
import { CustomerResponse } from './customer.response.js';

/** A business in responses. */
export class BusinessDetailsResponse extends CustomerResponse {
  @ApiProperty()
  readonly legal_name!: string;

  @ApiPropertyOptional({ type: String })
  readonly business_name?: string | undefined;

  @ApiPropertyOptional({ enum: ENTITY_TYPES })
  readonly entity_type?: (typeof ENTITY_TYPES)[number] | undefined;

  @ApiPropertyOptional({ enum: TAX_ID_TYPES })
  readonly tax_id_type?: (typeof TAX_ID_TYPES)[number] | undefined;

  @ApiPropertyOptional({ type: String })
  readonly account_holder_name?: string | undefined;

  @ApiPropertyOptional({ type: String, format: 'date' })
  readonly incorporation_date?: string | undefined;
}

export class BusinessResponse {
  @ApiProperty({ type: BusinessDetailsResponse })
  readonly business!: BusinessDetailsResponse;
}

export class BusinessesResponse {
  @ApiProperty({ type: [BusinessDetailsResponse] })
  readonly businesses!: readonly BusinessDetailsResponse[];
}
