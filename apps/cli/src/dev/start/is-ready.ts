const REQUEST_MS = 2_000;

/** True when the address returns 200. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_MS) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
