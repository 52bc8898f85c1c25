/**
 * One database transaction for the tenant at hand. Everything inside `work` commits together or not at all; a run
 * inside a run joins it. A transaction that lost a race by deadlock or serialisation is tried again, so `work` must
 * have no effect but on the database.
 */
export abstract class UnitOfWork {
  abstract run<T>(work: () => Promise<T>): Promise<T>;

  /**
   * Work for the tenant at hand that only reads, and that one statement would do: each is a transaction of its own, in
   * one round trip, and no connection is held between them. What must be seen at one instant is read in a `run`. Inside
   * a `run` it joins that one; a `run` inside it throws, because nothing would hold its statements together.
   */
  abstract read<T>(work: () => Promise<T>): Promise<T>;
}
