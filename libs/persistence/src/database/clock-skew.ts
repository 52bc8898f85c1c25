/** How far the process's clock is ahead of the database's, below zero behind it, and by how much that may be wrong. */
export interface ClockSkew {
  readonly aheadMs: number;
  /** Half of the round trip, because the database's time within it is unknown. */
  readonly uncertainMs: number;
}

/** Beyond the first, operators are alerted. Beyond the second, processes reject each other's tokens. */
export const CLOCK_SKEW = { warnMs: 2_000, failMs: 30_000 };

export const ASK_TIME = `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`;

/** @param ask answers the database's time in milliseconds. */
export async function clockSkew(ask: () => Promise<number>): Promise<ClockSkew> {
  const [sentAt, begunAt] = [Date.now(), performance.now()];
  const databaseMs = await ask();
  const uncertainMs = (performance.now() - begunAt) / 2;
  return { aheadMs: sentAt + uncertainMs - databaseMs, uncertainMs };
}

/** By how much the clocks differ at least, in milliseconds. */
export function leastSkewMs({ aheadMs, uncertainMs }: ClockSkew): number {
  return Math.max(0, Math.abs(aheadMs) - uncertainMs);
}
