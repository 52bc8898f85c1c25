import { Api } from './api.js';
import type { PaymentsClientOptions } from './options.js';
import { Accounts } from './resources/accounts.js';
import { Approvals } from './resources/approvals.js';
import { Businesses } from './resources/businesses.js';
import { Events } from './resources/events.js';
import { Ledger } from './resources/ledger.js';
import { Persons } from './resources/persons.js';
import { BankFiles } from './resources/bank-files.js';
import { Limits } from './resources/limits.js';
import { Policies } from './resources/policies.js';
import { Portal } from './resources/portal.js';
import { Reference } from './resources/reference.js';
import { Sandbox } from './resources/sandbox.js';
import { TransferGroups } from './resources/transfer-groups.js';
import { Transfers } from './resources/transfers.js';
import { BookTransfers } from './resources/book-transfers.js';
import { BulkTransfers } from './resources/bulk-transfers.js';
import { Reports } from './resources/reports.js';
import { Schedules } from './resources/schedules.js';
import { Subledgers } from './resources/subledgers.js';
import { VerifyAccounts } from './resources/verify-accounts.js';
import { Webhooks } from './resources/webhooks.js';

/**
 * A TypeScript client of the payments service. One client serves a whole program: it logs in on first use, renews its
 * token in time, and retries what is safe to retry.
 *
 * @example
 * const payments = new PaymentsClient({ baseUrl: 'http://localhost:3000', clientId, clientSecret });
 * const business = await payments.businesses.create({ customer_reference_id: 'acme', legal_name: 'Acme, Inc.' });
 */
export class PaymentsClient {
  readonly persons: Persons;
  readonly businesses: Businesses;
  readonly accounts: Accounts;
  readonly transfers: Transfers;
  readonly transferGroups: TransferGroups;
  readonly schedules: Schedules;
  readonly subledgers: Subledgers;
  readonly bookTransfers: BookTransfers;
  readonly bulkTransfers: BulkTransfers;
  readonly reports: Reports;
  readonly approvals: Approvals;
  readonly limits: Limits;
  readonly policies: Policies;
  readonly verifyAccounts: VerifyAccounts;
  readonly ledger: Ledger;
  readonly webhooks: Webhooks;
  readonly events: Events;
  readonly reference: Reference;
  readonly sandbox: Sandbox;
  readonly bankFiles: BankFiles;
  readonly portal: Portal;

  constructor(options: PaymentsClientOptions) {
    const api = new Api(options);
    this.persons = new Persons(api);
    this.businesses = new Businesses(api);
    this.accounts = new Accounts(api);
    this.transfers = new Transfers(api);
    this.transferGroups = new TransferGroups(api);
    this.schedules = new Schedules(api);
    this.subledgers = new Subledgers(api);
    this.bookTransfers = new BookTransfers(api);
    this.bulkTransfers = new BulkTransfers(api);
    this.reports = new Reports(api);
    this.approvals = new Approvals(api);
    this.limits = new Limits(api);
    this.policies = new Policies(api);
    this.verifyAccounts = new VerifyAccounts(api);
    this.ledger = new Ledger(api);
    this.webhooks = new Webhooks(api);
    this.events = new Events(api);
    this.reference = new Reference(api);
    this.sandbox = new Sandbox(api);
    this.bankFiles = new BankFiles(api);
    this.portal = new Portal(api);
  }
}
