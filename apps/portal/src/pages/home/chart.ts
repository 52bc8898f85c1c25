export interface Line {
  readonly label: string;
  /** One for each time. */
  readonly values: readonly number[];
  readonly tone: 'series-1' | 'series-2' | 'series-3';
}

export interface Chart {
  readonly title: string;
  /** When each step begins. */
  readonly times: readonly string[];
  readonly lines: readonly Line[];
  readonly format: (value: number) => string;
  /** For the axis, where space is short. */
  readonly formatShort: (value: number) => string;
  /** What can only be whole has no marks in between. */
  readonly isWhole?: boolean;
}
