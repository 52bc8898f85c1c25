const { writeFileSync } = require('node:fs');
const { relative } = require('node:path');
const { clearInterval, setInterval } = require('node:timers');

const MINUTE_MS = 60_000;
/** A suite of which nothing was heard for so long is named each minute. */
const SLOW_MS = 3 * MINUTE_MS;
/** The limit for a test is ten minutes. A suite that says nothing for longer will never end. */
const HUNG_MS = 12 * MINUTE_MS;

/**
 * A jest reporter that prints how many suites are left after each one and which ones take long, ends a run that hangs,
 * and writes the results so far to the file of TEST_RESULTS, so that a run that is ended from outside has its sums too. With
 * the results of a file are the milliseconds that each of its specs took, with its hooks; the first has the loading too.
 */
module.exports = class Progress {
  results = [];
  /** The last sign of life of each suite that runs: when, and of which test. */
  running = new Map();

  onRunStart() {
    this.timer = setInterval(() => this.watch(), MINUTE_MS);
  }

  onTestFileStart({ path }) {
    this.running.set(path, { since: Date.now(), title: 'loads', countedAt: Date.now(), spent: {} });
  }

  onTestCaseStart({ path }, { fullName }) {
    Object.assign(this.running.get(path), { since: Date.now(), title: fullName });
  }

  onTestCaseResult({ path }, { fullName, ancestorTitles }) {
    const file = this.running.get(path);
    Object.assign(file, { since: Date.now(), title: `after: ${fullName}`, spec: ancestorTitles[0] });
    this.spend(file);
  }

  onTestFileResult({ path }, { testResults, testExecError }, { numTotalTestSuites, ...done }) {
    const file = this.running.get(path);
    this.spend(file);
    this.running.delete(path);
    this.record(path, testResults, { broken: testExecError !== undefined, spent: file.spent });
    const ended = done.numPassedTestSuites + done.numFailedTestSuites + done.numPendingTestSuites;
    const failed = done.numFailedTestSuites;
    const line = `${numTotalTestSuites - ended} of ${numTotalTestSuites} suites left`;
    process.stderr.write(`     ${line}${failed > 0 ? `, ${failed} failed` : ''}\n`);
  }

  spend(file) {
    const { spent, spec = '', countedAt } = file;
    file.countedAt = Date.now();
    spent[spec] = (spent[spec] ?? 0) + file.countedAt - countedAt;
  }

  onRunComplete() {
    clearInterval(this.timer);
  }

  watch() {
    const silent = [...this.running].map(([path, { since, title }]) => ({ path, title, ms: Date.now() - since }));
    for (const { path, title, ms } of silent.filter((suite) => suite.ms >= SLOW_MS)) {
      process.stderr.write(
        `     ${relative('.', path)} has been silent for ${Math.floor(ms / MINUTE_MS)} min: ${title}\n`,
      );
    }
    const hung = silent.filter(({ ms }) => ms >= HUNG_MS);
    if (hung.length === 0) return;
    for (const { path } of hung) this.record(path, [], { broken: true, spent: {} });
    process.stderr.write('     the run is ended, because a suite hangs\n');
    process.kill(process.pid, 'SIGTERM');
  }

  /** @param broken the suite failed as a whole: it did not load, or did not end */
  record(path, testResults, { broken, spent }) {
    const tests = testResults.map(({ status, ancestorTitles }) => ({ status, suite: ancestorTitles[0] }));
    this.results.push({ path, tests, broken, spent });
    const file = process.env.TEST_RESULTS;
    if (file) writeFileSync(file, JSON.stringify(this.results));
  }
};
