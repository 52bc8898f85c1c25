import { z } from 'zod';
import { STATEMENT_CLASSES } from '../../domain/statements/statement-classes.table.js';
import { oneOf, section, whole } from './profile-fields.js';

const GRAINS = ['per_file', 'per_batch', 'per_entry', 'per_day'] as const;

/** What a connection says about statements. */
export const statements = section(
  {
    posting: oneOf(GRAINS, 'what one line of a statement is').default('per_batch'),
    reconcile_after_minutes: whole(
      0,
      1_440,
      'minutes after a statement came, until it is compared: files with its returns may come later',
    ).default(30),
    codes: z
      .record(z.string().regex(/^[\x21-\x7e]{1,40}$/), z.enum(STATEMENT_CLASSES), {
        error: () => `is not valid; set it to an object from codes of the bank to ${STATEMENT_CLASSES.join(', ')}`,
      })
      .meta({ expected: 'an object', description: 'classes of the bank’s own transaction codes' })
      .default({}),
  },
  'statements of the settlement account',
);
