/** The quick start failed. The message is one line with the reason and the remedy. */
export class QuickstartError extends Error {
  override readonly name: string = 'QuickstartError';
}
