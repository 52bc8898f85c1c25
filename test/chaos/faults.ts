import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultLine } from './evidence.js';
import type { Fault, Target } from './schedule.js';
import type { ProcessName, Stage } from './stage.js';
import { isReady } from './service-process.js';

const RECOVERY_MS = 120_000;
const LOOK_EVERY_MS = 50;
/** A total outage proves nothing. */
const MOST_AT_ONCE = 3;
/** A target that is not back by then gets its next fault all the same. */
const LONGEST_REST_MS = 5_000;

/** Injects the faults of a schedule, and restarts what they broke. */
export class Faults {
  /** Those that are over, in the order of their ends. */
  readonly lines: FaultLine[] = [];
  leftOut = 0;
  /** Those that are under way, or not recovered from. */
  readonly current = new Set<Fault>();
  private readonly queues = new Map<Target, Promise<void>>();

  constructor(private readonly stage: Stage) {}

  /**
   * Each fault at its time, or on a slow machine as soon as what was broken before is mostly back; those that have not
   * had their turn by `patienceMs` are left out.
   * @returns when everything runs again
   */
  async happen(schedule: readonly Fault[], { patienceMs }: { readonly patienceMs: number }): Promise<void> {
    const began = performance.now();
    const all: Promise<void>[] = [];
    for (const fault of schedule) {
      await sleep(Math.max(0, began + fault.at_ms - performance.now()));
      while (this.current.size >= MOST_AT_ONCE && performance.now() < began + patienceMs) await sleep(LOOK_EVERY_MS);
      if (performance.now() > began + patienceMs) {
        this.leftOut += 1;
        continue;
      }
      this.current.add(fault);
      // Each target has one fault at a time; an early one waits.
      const turn = (this.queues.get(fault.target) ?? Promise.resolve()).then(() => this.befall(fault));
      const recovery = turn.then((times) => this.recover(fault, times));
      this.queues.set(
        fault.target,
        turn.then(() => Promise.race([recovery, sleep(LONGEST_REST_MS)])),
      );
      all.push(recovery);
    }
    await Promise.all(all);
  }

  private async befall(fault: Fault): Promise<{ began: number; ended: number }> {
    const began = Date.now();
    await this.strike(fault);
    return { began, ended: Date.now() };
  }

  private async recover(fault: Fault, { began, ended }: { began: number; ended: number }): Promise<void> {
    const { kind, target, wire } = fault;
    const isBack = await this.recovers(target);
    const line = { kind, target, ...(wire && { wire }), began, ended, ...(isBack && { recovered: Date.now() }) };
    this.lines.push(line);
    await this.stage.journals.faults.append(line);
    this.current.delete(fault);
  }

  private strike(fault: Fault): Promise<void> {
    if (fault.wire !== undefined) return this.onWire(fault);
    switch (fault.target) {
      case 'postgres':
        return this.onPostgres(fault);
      case 'queue':
        return this.onQueue(fault);
      case 'processor':
        return this.onProcessor(fault);
      case 'api-1':
      case 'api-2':
      case 'worker-1':
      case 'worker-2':
        return this.onProcess(fault, fault.target);
    }
  }

  private async onProcess({ kind, lasts_ms }: Fault, target: ProcessName): Promise<void> {
    const service = this.stage.processes.get(target)!;
    if (kind === 'pause') {
      service.pause();
      await sleep(lasts_ms);
      service.resume();
      return;
    }
    await service.end(kind === 'stop' ? 'SIGTERM' : 'SIGKILL');
    await sleep(lasts_ms);
    service.start();
  }

  private async onPostgres({ kind, lasts_ms }: Fault): Promise<void> {
    const { database } = this.stage;
    if (kind === 'terminate') {
      await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()
        AND backend_type = 'client backend'`);
      return;
    }
    if (kind === 'pause') {
      const pids = await this.stage.postgresPids();
      for (const pid of pids) send(pid, 'SIGSTOP');
      await sleep(lasts_ms);
      for (const pid of pids) send(pid, 'SIGCONT');
      return;
    }
    if (kind === 'stop') await database.stop();
    else await database.kill({ whole: lasts_ms % 2 === 0 });
    await sleep(lasts_ms);
    await database.restart();
  }

  private async onQueue({ kind, lasts_ms }: Fault): Promise<void> {
    const { redis } = this.stage;
    if (kind === 'empty') return this.stage.emptyQueue();
    if (redis === undefined) throw new Error(`the queue in PostgreSQL knows no ${kind}`);
    if (kind === 'pause') {
      send(redis.pid, 'SIGSTOP');
      await sleep(lasts_ms);
      send(redis.pid, 'SIGCONT');
      return;
    }
    await redis.kill(kind === 'stop' ? 'SIGTERM' : 'SIGKILL');
    await sleep(lasts_ms);
    await redis.restart();
  }

  private async onProcessor({ kind, lasts_ms }: Fault): Promise<void> {
    const { processor } = this.stage;
    if (processor === undefined) throw new Error(`the sandbox knows no ${kind}`);
    if (kind === 'pause') {
      send(processor.pid, 'SIGSTOP');
      await sleep(lasts_ms);
      send(processor.pid, 'SIGCONT');
      return;
    }
    await processor.kill(kind === 'stop' ? 'SIGTERM' : 'SIGKILL');
    await sleep(lasts_ms);
    await processor.start();
  }

  private async onWire({ kind, target, wire, lasts_ms, delay_ms = 0 }: Fault): Promise<void> {
    const proxy = this.stage.wire(target as ProcessName, wire!);
    if (kind === 'cut') proxy.cut({ refuse: true });
    else if (kind === 'freeze') proxy.freeze();
    else proxy.slow(delay_ms);
    await sleep(lasts_ms);
    proxy.mend();
  }

  // A process serves when it says so; of what all of them stand on, when all apis do.
  private async recovers(target: Target): Promise<boolean> {
    const service = this.stage.processes.get(target as ProcessName);
    if (service !== undefined) return service.serves(RECOVERY_MS);
    const until = performance.now() + RECOVERY_MS;
    while (performance.now() < until) {
      const ready = await Promise.all([...this.stage.apis.values()].map((url) => isReady(`${url}/health/ready`)));
      if (ready.some(Boolean)) return true;
      await sleep(LOOK_EVERY_MS);
    }
    return false;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
