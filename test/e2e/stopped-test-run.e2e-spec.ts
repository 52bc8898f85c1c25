import { describeStoppedRun } from '../support/e2e/stopped-test-run.js';

describeStoppedRun(['SIGKILL']);
