/** Where the quick start reports to a person: standard error, as a rule. */
export interface Terminal {
  readonly isColored: boolean;
  /** One line of progress or trouble. */
  readonly say: (line: string) => void;
  /** Colors a text if the terminal shows colors. */
  readonly paint: (style: 'green' | 'dim', text: string) => string;
}
