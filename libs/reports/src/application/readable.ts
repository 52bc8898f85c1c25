import type { ExportResource } from '../domain/exports/export-resources.table.js';
import { reportErrors } from '../domain/report.errors.js';

/** Who calls, as the guards leave it with the request. */
export interface Caller {
  readonly subject: { readonly kind: string };
  readonly scopes: { has(scope: string): boolean };
}

/** The audit log is not for clients, whatever their scopes. @throws forbidden */
export function demandReadable(resource: ExportResource | null | undefined, { subject, scopes }: Caller): void {
  if (resource !== 'audit') return;
  if (subject.kind !== 'user' || !scopes.has('read:audit')) throw reportErrors.forbidden();
}
