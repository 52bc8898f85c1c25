/** One fault of a profile. The text says what is wrong and what to do, and never repeats a value. */
export interface ProfileFault {
  readonly path: readonly PropertyKey[];
  readonly text: string;
}
