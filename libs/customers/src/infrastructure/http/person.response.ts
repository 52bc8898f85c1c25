import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CustomerResource } from './customer.response.js';

/** A person as answers show it. */
export class PersonResource extends CustomerResource {
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
  @ApiProperty({ type: PersonResource })
  readonly person!: PersonResource;
}

export class PersonsResponse {
  @ApiProperty({ type: [PersonResource] })
  readonly persons!: readonly PersonResource[];
}
