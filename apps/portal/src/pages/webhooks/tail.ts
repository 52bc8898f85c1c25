export const MOST_LINES = 500;

/** An event without its data, as the stream tells it. */
export interface TailLine {
  readonly id: string;
  readonly type: string;
  readonly resource_type: string;
  readonly resource_id: string;
  readonly sequence: number;
  /** When it came. */
  readonly at: string;
}

/** The newest line first; the oldest falls off the end. */
export const added = (lines: readonly TailLine[], line: TailLine): readonly TailLine[] =>
  [line, ...lines].slice(0, MOST_LINES);

export const matches = ({ type, resource_id }: TailLine, filter: string): boolean =>
  `${type} ${resource_id}`.includes(filter.trim().toLowerCase().replaceAll(' ', '_'));
