/** A clock that is off by less is right. */
const TOLERATED_MS = 60_000;

let aheadMs = 0;
/** The latest time of the service, and the reading of the monotonic clock when it arrived. */
let heard: { readonly at: number; readonly by: number } | undefined;

/** Notes the time of an answer, so that times are shown right on a machine whose clock is wrong. */
export function noteServerTime({ headers }: Response): void {
  const at = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(at)) return;
  heard = { at, by: performance.now() };
  const differenceMs = at - Date.now();
  aheadMs = Math.abs(differenceMs) < TOLERATED_MS ? 0 : differenceMs;
}

/** The time of the service, which is that of this machine where its clock is right. */
export const serverTime = (): Date => new Date(Date.now() + aheadMs);

/** A time that the service has certainly reached, for what must not be in its future. */
export const reachedTime = (): Date =>
  heard === undefined ? serverTime() : new Date(heard.at + performance.now() - heard.by);
