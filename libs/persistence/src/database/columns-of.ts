import type { EntitySchema } from 'typeorm';

/**
 * The columns of a table that this release knows, to read and insert whole rows by. A later release may add columns while this
 * one still runs. With `*` it would read them into its states, fail to write those back, and insert nothing into required ones.
 */
export function columnsOf<Row>({ options }: EntitySchema<Row>): readonly string[] {
  return Object.keys(options.columns);
}
