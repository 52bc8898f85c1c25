/** How far the process's clock is ahead of the database's (negative: behind), and the margin of error. */
export interface ClockSkew {
  readonly aheadMs: number;
  /** Half the round trip: when the database read its clock within it is unknown. */
  readonly uncertainMs: number;
}

/** Above the first, operators are alerted. Above the second, processes reject each other's tokens. */
export const CLOCK_SKEW = { warnMs: 2_000, failMs: 30_000 };

export const ASK_TIME = `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;

/** @param ask returns the database's time in milliseconds. */
export async function clockSkew(ask: () => Promise<number>): Promise<ClockSkew> {
  const [sentAt, begunAt] = [Date.now(), performance.now()];
  const databaseMs = await ask();
  const uncertainMs = (performance.now() - begunAt) / 2;
  return { aheadMs: sentAt + uncertainMs - databaseMs, uncertainMs };
}

/** The minimum difference of the clocks, in milliseconds. */
export function leastSkewMs({ aheadMs, uncertainMs }: ClockSkew): number {
  return Math.max(0, Math.abs(aheadMs) - uncertainMs);
}
