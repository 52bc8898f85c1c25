import type { ListRequest, Page } from '@payments/persistence';

/** A request that was answered with a status from 400 on. Nothing of its body, and no value of its query. */
export interface Refusal {
  /** Follows time. */
  readonly id: string;
  readonly at: Date;
  readonly method: string;
  /** With the names of its parameters, such as `/deliver/transfers/{id}`. */
  readonly route: string;
  readonly status: number;
  readonly error_code: string | null;
  readonly request_id: string;
  /** The client id, or the name of the portal user. */
  readonly credential: string;
  readonly duration_ms: number;
}

export interface RefusalFilter extends ListRequest {
  readonly error_code?: string;
  readonly request_id?: string;
}

/** The refused requests of the current tenant, in the current unit of work. */
export abstract class Refusals {
  abstract append(refusals: readonly Refusal[]): Promise<void>;
  /** Newest first. */
  abstract list(filter: RefusalFilter): Promise<Page<Refusal>>;
}
