import type { MetricTable } from '@payments/observability';
import type { SealedTable, WrappedTable } from './crypto/sealed-columns.js';
import type { Invariant } from './invariants/invariant.js';
import type { RetentionRule } from './retention/retention-rule.js';

/**
 * What a context registers with the shared libraries, in its `<context>.context.ts`. Every process passes the list of
 * all contexts to `PlatformModule`.
 */
export interface ContextRegistration {
  /** The name of its folder and of its schema. */
  readonly name: string;
  readonly metrics?: MetricTable;
  readonly sealedTables?: readonly SealedTable[];
  readonly wrappedTables?: readonly WrappedTable[];
  readonly invariants?: readonly Invariant[];
  readonly retention?: readonly RetentionRule[];
}
