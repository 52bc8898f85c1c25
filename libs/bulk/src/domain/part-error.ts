/** The bytes of a part are not what the format demands. */
export class PartError extends Error {
  constructor(
    /** Within the part, from 1. */
    readonly line: number,
    problem: string,
  ) {
    super(`line ${line}: ${problem}`);
  }
}
