/** The quick start's output for the user: usually standard error. */
export interface Terminal {
  readonly isColored: boolean;
  /** One line of progress, or a problem. */
  readonly say: (line: string) => void;
  /** Colors text if the terminal supports colors. */
  readonly paint: (style: 'green' | 'dim', text: string) => string;
}
