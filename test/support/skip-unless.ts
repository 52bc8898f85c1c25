/** A suite that is skipped unless the machine has what it needs. A line on standard error names what was not tested. */
export function describeIf(isAvailable: boolean, reason: string): jest.Describe {
  return isAvailable ? describe : skip(describe.skip, reason);
}

/** Like `describeIf`, but in CI, where `CI` is set, the suite is run and fails. */
export function describeUnlessMissing(isAvailable: boolean, reason: string): jest.Describe {
  return describeIf(isAvailable || process.env['CI'] !== undefined, reason);
}

/** Like `describeIf`, for one test. */
export function itIf(isAvailable: boolean, reason: string): jest.It {
  return isAvailable ? it : skip(it.skip, reason);
}

function skip<Kind>(skipped: unknown, reason: string): Kind {
  process.stderr.write(`${reason}\n`);
  return skipped as Kind;
}
