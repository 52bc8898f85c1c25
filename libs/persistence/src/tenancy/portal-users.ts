/** A person who may log in to the portal. */
export interface PortalUserFacts {
  readonly name: string;
  readonly role: string;
  readonly scopes: readonly string[];
}

/** The portal users of the current tenant, for contexts that do not manage them. In the current unit of work. */
export abstract class PortalUsers {
  /** Those who are not disabled. */
  abstract enabled(): Promise<readonly PortalUserFacts[]>;
}
