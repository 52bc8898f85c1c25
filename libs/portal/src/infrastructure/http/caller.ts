/** The portal user, as the guards leave it with the request. */
export interface Caller {
  readonly user: { readonly subject: { readonly name: string }; readonly scopes: ReadonlySet<string> };
}
