export interface Scenario {
  run(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Runs the scenarios of a suite at the same time: each of them mostly waits for processes. Make one outside of the
 * `describe` blocks, and call `add` in each block; its tests run when its own scenario has ended.
 */
export class ConcurrentScenarios {
  private readonly scenarios: Scenario[] = [];
  private readonly runs = new Map<Scenario, Promise<void>>();

  constructor() {
    beforeAll(() => {
      for (const scenario of this.scenarios) {
        const run = scenario.run();
        // Reported by the block that waits for it.
        run.catch(() => undefined);
        this.runs.set(scenario, run);
      }
    });
    afterAll(() => Promise.all(this.scenarios.map((scenario) => scenario.stop())));
  }

  add(scenario: Scenario): void {
    this.scenarios.push(scenario);
    beforeAll(() => this.runs.get(scenario));
  }
}
