import { describeKilledWorker } from '../support/e2e/killed-worker.js';
import { guards } from '../support/guards.js';

guards('libs/messaging/src', 'libs/transfers/src', 'libs/webhooks/src', 'libs/persistence/src', 'apps/worker/src');

describeKilledWorker({ kills: 6, transfersALife: 25 });
