/** How long a worker may be silent before another one takes over its work on a connection. It renews in time. */
export const LEASE_MS = 60_000;
