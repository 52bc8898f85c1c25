/** What tells an entry apart, and the file it went out in. */
interface KeyedEntry {
  readonly end_to_end_id: string;
  readonly trace: string;
  readonly epoch: number;
}

/**
 * The key of what a bank says about an entry: the same whenever it says so again, and of no other entry of the enterprise. Traces
 * are unique in a connection only; another one to the same ODFI, or the same one under another name, counts from the start.
 */
export const resultKey = ({ end_to_end_id, trace, epoch }: KeyedEntry, what: string): string =>
  `${end_to_end_id}-${trace}-${epoch}-${what}`;
