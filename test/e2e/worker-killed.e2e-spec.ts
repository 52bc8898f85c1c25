import { describeKilledWorker } from '../support/e2e/killed-worker.js';

describeKilledWorker({ kills: 2, transfersALife: 12 });
