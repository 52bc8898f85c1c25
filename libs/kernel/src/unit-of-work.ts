/**
 * One database transaction for the current tenant. Everything inside `work` commits together or not at all; a run
 * inside a run joins it. A transaction that fails by deadlock or serialization is retried, so `work` must have no
 * effect outside the database.
 */
export abstract class UnitOfWork {
  abstract run<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Read-only work for the current tenant. Each statement is a separate transaction in one round trip, and no connection is
   * held in between. Use `run` to read several things at one instant. Inside a `run` it joins that one. A `run` inside it
   * throws, because its statements would not be one transaction.
   */
  abstract read<T>(work: () => Promise<T>): Promise<T>;
}
