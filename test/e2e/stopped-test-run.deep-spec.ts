import { describeStoppedRun } from '../support/e2e/stopped-test-run.js';
import { guards } from '../support/guards.js';

guards('libs/quickstart/src/embedded-postgres', 'scripts', 'test/setup');

describeStoppedRun(['SIGINT', 'SIGTERM']);
