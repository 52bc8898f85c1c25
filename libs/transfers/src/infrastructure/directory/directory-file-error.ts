/** The file is not a directory. Each line of the message names a line of the file and its expected content. */
export class ParticipationFileError extends Error {}

const MOST_ERRORS = 10;

/** @throws ParticipationFileError with the first ten errors, if there are any. */
export function refuse(errors: readonly string[]): void {
  if (errors.length === 0) return;
  const more = errors.length - MOST_ERRORS;
  const shown = [...errors.slice(0, MOST_ERRORS), ...(more > 0 ? [`and ${more} more`] : [])];
  throw new ParticipationFileError(shown.join('\n'));
}

/** Finds routing numbers that stand in the file before. */
export class SeenLines {
  private readonly lines = new Map<string, number>();

  /** @returns the fault of a routing number that stands in an earlier line. */
  add(routingNumber: string, line: number): string | undefined {
    const earlier = this.lines.get(routingNumber);
    if (earlier !== undefined) return `duplicate routing_number, already in line ${earlier}`;
    this.lines.set(routingNumber, line);
    return undefined;
  }
}
