import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { HandlesTasks } from '@payments/messaging';
import type { Claim, TaskHandler } from '@payments/messaging';
import { WEBHOOK_DELIVERIES } from '../../application/ports.js';
import { LEASE_SECONDS, DeliverToEndpoint } from '../../application/deliver-to-endpoint.js';

// Each endpoint is a separate claim, and waiting for one is cheap, so there is room for many that hang.
const OPTIONS = { queue: WEBHOOK_DELIVERIES, batchSize: 1, concurrency: 500, leaseSeconds: LEASE_SECONDS };

/** Takes endpoints from the queue. */
@Injectable()
@HandlesTasks(OPTIONS)
export class WebhookDeliveriesHandler implements TaskHandler, OnModuleDestroy {
  constructor(private readonly deliverToEndpoint: DeliverToEndpoint) {}

  handle(claim: Claim): Promise<void> {
    return this.deliverToEndpoint.execute(claim);
  }

  // Before the queues are drained, which waits for every visit to end.
  onModuleDestroy(): void {
    this.deliverToEndpoint.stop();
  }
}
