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

const onOneServer = process.env['TEST_ON_SERVERS'] === undefined;

/**
 * For a test that plants something in the database, or looks at it, in a way that a database on several servers does not
 * allow; `why` says which.
 */
export function itOnOneServer(why: string): jest.It {
  return itIf(onOneServer, `${why}: not tested on several servers.`);
}

/** Like `itOnOneServer`, for a suite. */
export function describeOnOneServer(why: string): jest.Describe {
  return describeIf(onOneServer, `${why}: not tested on several servers.`);
}

function skip<Kind>(skipped: unknown, reason: string): Kind {
  process.stderr.write(`${reason}\n`);
  return skipped as Kind;
}
