import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ENTITY_TYPES, TAX_ID_TYPES } from '../../domain/business.js';
import { CustomerResource } from './customer.response.js';

/** A business as answers show it. */
export class BusinessResource extends CustomerResource {
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
  @ApiProperty({ type: BusinessResource })
  readonly business!: BusinessResource;
}

export class BusinessesResponse {
  @ApiProperty({ type: [BusinessResource] })
  readonly businesses!: readonly BusinessResource[];
}
