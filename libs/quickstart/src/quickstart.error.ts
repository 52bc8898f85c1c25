/** The quick start cannot do its work. The message is one line that says why and names the remedy. */
export class QuickstartError extends Error {
  override readonly name: string = 'QuickstartError';
}
