import { Injectable } from '@nestjs/common';
import { HandlesTasks } from '@payments/messaging';
import type { Claim, TaskHandler } from '@payments/messaging';
import { MakeReports } from '../../application/make-reports.js';
import { reportQueues } from '../../application/queues.js';

/** The lease is extended with each part; the digest of 2 GiB takes a while. */
const LEASE_SECONDS = 120;

@Injectable()
@HandlesTasks({ queue: reportQueues.reports, batchSize: 1, concurrency: 1, leaseSeconds: LEASE_SECONDS })
export class ReportsHandler implements TaskHandler {
  constructor(private readonly makeReports: MakeReports) {}

  handle(claim: Claim): Promise<void> {
    return this.makeReports.execute(claim, LEASE_SECONDS);
  }
}
