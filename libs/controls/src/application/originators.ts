import { workContext } from '@payments/observability';

/** Who is charged with the returns of debits that the enterprise makes for itself. */
export function ownOriginator(): string {
  return workContext.enterpriseId();
}
