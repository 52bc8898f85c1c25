/**
 * A suite for machines that have what it needs. On others it is left out, and a line on standard error says what was not
 * tested for want of what.
 */
export function suiteWhere(isThere: boolean, otherwise: string): jest.Describe {
  return isThere ? describe : leaveOut(describe.skip, otherwise);
}

/** As `suiteWhere`, for one test. */
export function testWhere(isThere: boolean, otherwise: string): jest.It {
  return isThere ? it : leaveOut(it.skip, otherwise);
}

function leaveOut<Kind>(skipped: unknown, otherwise: string): Kind {
  process.stderr.write(`${otherwise}\n`);
  return skipped as Kind;
}
