const MOST_NAME_BYTES = 255;

/** Whether a listed name can stand in a path: one step, nothing a terminal or a log would obey, bytes that decode. */
export function isPlainName(name: string): boolean {
  return (
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    !/[/\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffd]/.test(name) &&
    Buffer.byteLength(name) <= MOST_NAME_BYTES
  );
}

/** A listing beyond this is a fault of the bank, and would fill the memory. */
export const MOST_LISTED = 100_000;
