export interface Line {
  readonly label: string;
  /** One for each time; null where there is nothing to tell. */
  readonly values: readonly (number | null)[];
  readonly tone: 'series-1' | 'series-2' | 'series-3';
}

export interface Chart {
  readonly title: string;
  /** When each step begins. */
  readonly times: readonly string[];
  /** What a step is called; otherwise by its time. */
  readonly nameOf?: (at: string) => string;
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
  /** For the axis, where space is short. */
  readonly formatShort: (value: number) => string;
  /** What can only be whole has no marks in between. */
  readonly isWhole?: boolean;
}

/** What a chart says of one of its values. */
export const textAt = ({ format }: Pick<Chart, 'format'>, { values }: Line, index: number): string => {
  const value = values[index];
  return value === null || value === undefined ? '–' : format(value);
};
