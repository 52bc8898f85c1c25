import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { viewPages } from '../../domain/saved-view.js';
import type { SavedView, ViewContent, ViewPage } from '../../domain/saved-view.js';

export interface SavedViewView extends ViewContent {
  readonly id: string;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_at: string;
}

@ApiSchema({ name: 'SavedView' })
class SavedViewResponse implements SavedViewView {
  @ApiProperty({ type: String, format: 'uuid' })
  readonly id!: string;

  @ApiProperty({ enum: viewPages })
  readonly page!: ViewPage;

  @ApiProperty({ type: String, example: 'Failed today' })
  readonly name!: string;

  @ApiProperty({ type: String, description: 'The filters as they stand in the address of the page' })
  readonly query!: string;

  @ApiPropertyOptional({ type: [String], description: 'The columns in their order; left out for those of the page' })
  readonly columns?: readonly string[];

  @ApiProperty({ type: Boolean, description: 'Whether all users of the enterprise see it' })
  readonly shared!: boolean;

  @ApiProperty({ type: String, description: 'The name of the user' })
  readonly created_by!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly created_at!: string;

  @ApiProperty({ type: String, format: 'date-time' })
  readonly updated_at!: string;
}

export class ViewResponse {
  @ApiProperty({ type: SavedViewResponse })
  readonly view!: SavedViewView;
}

export class ViewsResponse {
  @ApiProperty({ type: [SavedViewResponse] })
  readonly views!: readonly SavedViewView[];
}

export function toView({ created_at, updated_at, ...rest }: SavedView): SavedViewView {
  return { ...rest, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() };
}
