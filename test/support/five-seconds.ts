const now = performance.now.bind(performance);
let passedMs = 0;

/** Lets five seconds pass for all that this process caches: by then, as is promised, it sees every change. */
export function fiveSecondsPass(): void {
  passedMs += 5_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now() + passedMs);
}

afterAll(() => jest.restoreAllMocks());
