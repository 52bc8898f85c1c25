/** A jest reporter that prints how many suites are left after each one. */
module.exports = class SuitesLeft {
  onTestResult(_suite, _result, { numTotalTestSuites, ...done }) {
    const ended = done.numPassedTestSuites + done.numFailedTestSuites + done.numPendingTestSuites;
    const failed = done.numFailedTestSuites;
    const line = `${numTotalTestSuites - ended} of ${numTotalTestSuites} suites left`;
    process.stderr.write(`     ${line}${failed > 0 ? `, ${failed} failed` : ''}\n`);
  }
};
