/** The caller, as the guards leave it with the request. */
export interface Caller {
  readonly user: {
    readonly subject: { readonly name: string };
    /** Of a user. */
    readonly session?: {
      readonly methods: readonly string[];
      /** Unix seconds. */
      readonly authenticated_at: number;
    };
  };
}
