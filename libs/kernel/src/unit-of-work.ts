/**
 * One database transaction for the tenant at hand. Everything inside `work` commits together or not at all; a run
 * inside a run joins it. A transaction that lost a race by deadlock or serialisation is tried again, so `work` must
 * have no effect but on the database.
 */
export abstract class UnitOfWork {
  abstract run<T>(work: () => Promise<T>): Promise<T>;
}
