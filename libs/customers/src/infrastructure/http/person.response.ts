import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CustomerResponse } from './customer.response.js';

/** A person in responses. */
export class PersonDetailsResponse extends CustomerResponse {
  @ApiProperty()
  readonly first_name!: string;

  @ApiPropertyOptional({ type: String })
  readonly middle_name?: string | undefined;

  @ApiProperty()
  readonly last_name!: string;

  @ApiProperty({ format: 'date' })
  readonly date_of_birth!: string;
}

export class PersonResponse {
  @ApiProperty({ type: PersonDetailsResponse })
  readonly person!: PersonDetailsResponse;
}

export class PersonsResponse {
  @ApiProperty({ type: [PersonDetailsResponse] })
  readonly persons!: readonly PersonDetailsResponse[];
}
