import { Inject, Injectable } from '@nestjs/common';
import type { ConnectorSettings } from '@payments/config';
import { Health } from '@payments/http';
import { Metrics } from '@payments/observability';
import { transferMetrics } from '../../application/metrics.table.js';
import { ProcessorClient } from './processor-client.js';
import { resultsPage } from './protocol.js';

/** Makes a worker degraded while its bank connector cannot be reached, refuses its token, or breaks the protocol. */
@Injectable()
export class ConnectorCheck {
  constructor(@Inject(ProcessorClient) client: ProcessorClient | null, health: Health) {
    // Uses the last response to the results poller, so that a check adds no load on the connector.
    if (client !== null) health.watchDependency('processor', () => client.assertReachable());
  }
}

/**
 * Calls the bank connector once, with a read that changes nothing.
 * @throws ProcessorCallError when it returns no valid response, ConfigError when there is no token to send
 */
export async function probeConnector(settings: ConnectorSettings): Promise<void> {
  const client = new ProcessorClient(settings, new Metrics(transferMetrics));
  try {
    await client.ask({ operation: 'results', method: 'GET', path: '/results?limit=1' }, resultsPage);
  } finally {
    await client.onApplicationShutdown();
  }
}
