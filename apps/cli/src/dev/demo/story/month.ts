import { randomBytes } from 'node:crypto';
import { PaymentsClient } from '@payments/client';
import type { BulkTransfer, NewBulkTransfer } from '@payments/client';
import type { Credentials } from '../../../support/enterprise.js';
import { CliError } from '../../../support/cli.error.js';
import { counted } from '../../../support/terminal.js';
import type { ProgressView } from '../progress-view.js';
import { Books, OWN } from './books.js';
import { collectionOf, COMMON, EMPLOYEES, FEE_PERCENT, SHOPS, wageOf, WEEKS } from './company.js';
import { forEach, until } from './waiting.js';
import type { Patience } from './waiting.js';

const WEEK_DAYS = 5;
/** After these no return of the month is on its way. */
const LAST_DAYS = 12;
const APPROVERS = 2;
const PAYDAYS = [2, 4];
const ENDED: readonly BulkTransfer['status'][] = [
  'completed',
  'completed_with_errors',
  'failed',
  'invalid',
  'canceled',
];
const HEADER =
  'transfer_reference_id,amount,currency,speed,destination_customer_reference_id,destination_account_reference_id';
const ADDRESS = { address1: '12 Pier Road', city: 'Portland', state: 'ME', country: 'US', zip5: '04101' } as const;

/** In cents: enough for a fee, and a dollar to pay out. */
const LEAST_PAID_OUT = 200;

/** A month of a company that collects for shops, keeps a fee, pays them out, and pays its employees. */
export class Month {
  readonly books = new Books();
  readonly payments: PaymentsClient;

  constructor(
    private readonly credentials: Credentials,
    private readonly view: ProgressView,
    private readonly patience: Patience,
  ) {
    const { base_url, client_id, client_secret, api_key } = credentials;
    this.payments = new PaymentsClient({
      ...{ baseUrl: base_url, clientId: client_id, clientSecret: client_secret, apiKey: api_key },
    });
  }

  async play(): Promise<void> {
    const approvers = await this.appoint();
    await this.register();
    const { balance } = await this.payments.ledger.balance();
    this.books.add(OWN, 'funds', balance.available);
    for (let week = 1; week <= WEEKS; week += 1) {
      this.view.reach(`week ${week}`);
      await this.payOut(week);
      await this.collect(week);
      if (PAYDAYS.includes(week)) await this.payWages(PAYDAYS.indexOf(week) + 1, approvers);
      await this.payments.sandbox.advance({ banking_days: WEEK_DAYS });
    }
    this.view.reach('month end');
    await this.payments.sandbox.advance({ banking_days: LAST_DAYS });
    await this.cover();
  }

  private user(name: string, password: string): PaymentsClient {
    const { base_url, api_key } = this.credentials;
    return new PaymentsClient({ baseUrl: base_url, apiKey: api_key, user: { name, password } });
  }

  /** Two people who approve payrolls, and the policy that asks for both. */
  private async appoint(): Promise<readonly PaymentsClient[]> {
    const { name, password } = this.credentials.user;
    const admin = this.user(name, password);
    const approvers: PaymentsClient[] = [];
    for (let number = 1; number <= APPROVERS; number += 1) {
      const created = await admin.portal.createUser({
        ...{ name: `approver-${number}-${randomBytes(4).toString('hex')}`, role: 'payment_approver' },
      });
      const own = randomBytes(16).toString('base64url');
      await admin.portal.setPassword({ link: created.link!, new_password: own });
      approvers.push(this.user(created.user.name, own));
    }
    await admin.policies.create({
      ...{ name: 'Payrolls', applies_to: ['bulk_transfer'], required: APPROVERS, enabled: true },
      conditions: [{ field: 'amount', operator: 'gte', value: 1 }],
      approvers: { roles: ['payment_approver'] },
    });
    this.view.step('POST /portal/policies: payrolls need two approvals');
    return approvers;
  }

  private async register(): Promise<void> {
    const account = { account_type: 'checking', routing_number: '021000021' } as const;
    await forEach(SHOPS, async ({ number, name, customer_reference_id, account_reference_id }) => {
      await this.payments.businesses.create({
        ...{ customer_reference_id, legal_name: name, entity_type: 'limited_liability_company' },
        ...{ tax_id: String(100_000_000 + number), tax_id_type: 'ein' },
        addresses: [{ type: 'legal', ...ADDRESS }],
      });
      await this.payments.accounts.create({
        ...{ ...account, customer_reference_id, account_reference_id, customer_resource_type: 'business' },
        ...{ account_number: String(1_000_000_000 + number), account_holder_name: name },
      });
    });
    await forEach(EMPLOYEES, async ({ number, first_name, last_name, customer_reference_id, account_reference_id }) => {
      await this.payments.persons.create({
        ...{ customer_reference_id, first_name, last_name, date_of_birth: '1990-02-28' },
        ...{ social_security_number: String(123_450_000 + number), addresses: [{ type: 'home', ...ADDRESS }] },
      });
      await this.payments.accounts.create({
        ...{ ...account, customer_reference_id, account_reference_id, customer_resource_type: 'person' },
        ...{ account_number: String(2_000_000_000 + number), account_holder_name: `${first_name} ${last_name}` },
      });
    });
    await until(
      'every customer is verified',
      async () =>
        [...(await this.payments.businesses.list().toArray()), ...(await this.payments.persons.list().toArray())].every(
          ({ status }) => status === 'verified',
        ),
      this.patience,
    );
    await forEach(SHOPS, ({ customer_reference_id }) =>
      this.payments.subledgers.create({ customer_reference_id, subledger_reference_id: customer_reference_id }),
    );
    this.view.step(
      `registered ${counted(SHOPS.length, 'shop')} with subledgers, and ${counted(EMPLOYEES.length, 'employee')}`,
    );
  }

  /** Collects for every shop, into its subledger. */
  private async collect(week: number): Promise<void> {
    await forEach(SHOPS, async (shop) => {
      const { amount, isReturned } = collectionOf(shop, week);
      const { customer_reference_id, account_reference_id } = shop;
      await this.payments.transfers.create({
        ...{ ...COMMON, amount, subledger_reference_id: customer_reference_id },
        ...{ transfer_reference_id: `week-${week}-${customer_reference_id}` },
        source: { customer_reference_id, account_reference_id },
      });
      this.books.add(customer_reference_id, 'collected', amount);
      if (isReturned) this.books.add(customer_reference_id, 'returned', -amount);
    });
    this.view.step(`week ${week}: collected for ${counted(SHOPS.length, 'shop')} by direct debit`);
  }

  /** Takes the fee from what each shop has, and pays out the rest. */
  private async payOut(week: number): Promise<void> {
    const balances = await this.payments.subledgers.balances().toArray();
    // Cents that an earlier week left are too little for a payout.
    const filled = balances.filter(({ available }) => available >= LEAST_PAID_OUT);
    await forEach(filled, async ({ subledger_reference_id, available }) => {
      const shop = SHOPS.find(({ customer_reference_id }) => customer_reference_id === subledger_reference_id)!;
      const fee = Math.floor((available * FEE_PERCENT) / 100);
      // Whole dollars, because the last two digits of an amount choose an outcome.
      const rest = Math.floor((available - fee) / 100) * 100;
      await this.move(`fee-${week}-${subledger_reference_id}`, fee, { source: { subledger_reference_id } });
      this.books.add(subledger_reference_id, 'fees', -fee);
      this.books.add(OWN, 'fees', fee);
      const { customer_reference_id, account_reference_id } = shop;
      await this.payments.transfers.create({
        ...{ ...COMMON, amount: rest, subledger_reference_id },
        ...{ transfer_reference_id: `payout-${week}-${subledger_reference_id}` },
        destination: { customer_reference_id, account_reference_id },
      });
      this.books.add(subledger_reference_id, 'paid out', -rest);
    });
    if (filled.length > 0)
      this.view.step(`week ${week}: kept ${FEE_PERCENT}% and paid the rest to ${counted(filled.length, 'shop')}`);
  }

  /** The first payroll has a mistake in a row and is sent again, corrected; the second creates all or nothing. */
  private async payWages(payday: number, approvers: readonly PaymentsClient[]): Promise<void> {
    const reference = `payroll-${payday}`;
    if (payday === 1) {
      const bulk = await this.bulk(
        { bulk_reference_id: reference, mode: 'each' },
        this.fileOf(payday, { wrongRow: 3 }),
      );
      const { progress, status } = await this.approved(bulk, approvers);
      if (status !== 'completed_with_errors' || progress.refused !== 1) throw new CliError(`${reference}: ${status}`);
      const [, refused = ''] = (await this.payments.bulkTransfers.errors(bulk.id)).split('\r\n');
      this.view.step(`${reference}: one row was refused: ${refused}`);
      const again = { bulk_reference_id: `${reference}-again`, mode: 'each', on_duplicate: 'skip' } as const;
      await this.completed(await this.bulk(again, this.fileOf(payday)), approvers);
    } else {
      await this.completed(
        await this.bulk({ bulk_reference_id: reference, mode: 'all' }, this.fileOf(payday)),
        approvers,
      );
    }
    for (const { number } of EMPLOYEES) {
      const { amount, isReturned } = wageOf(number, payday);
      this.books.add(OWN, 'wages', -amount);
      if (isReturned) this.books.add(OWN, 'returned', amount);
    }
    this.view.step(`${reference}: two approvals, ${counted(EMPLOYEES.length, 'wage')} paid`);
  }

  private fileOf(payday: number, { wrongRow }: { readonly wrongRow?: number } = {}): Buffer {
    const rows = EMPLOYEES.map(({ number, customer_reference_id, account_reference_id }) => {
      const account = number === wrongRow ? 'no-such-account' : account_reference_id;
      const { amount } = wageOf(number, payday);
      const { currency, speed } = COMMON;
      return [`wage-${payday}-${number}`, amount, currency, speed, customer_reference_id, account].join();
    });
    return Buffer.from([HEADER, ...rows, ''].join('\n'));
  }

  private async bulk(bulk: Omit<NewBulkTransfer, 'format'>, file: Buffer): Promise<BulkTransfer> {
    const created = await this.payments.bulkTransfers.create({
      ...bulk,
      format: 'csv',
      expected_rows: EMPLOYEES.length,
    });
    return this.payments.bulkTransfers.upload(created, file);
  }

  private async completed(bulk: BulkTransfer, approvers: readonly PaymentsClient[]): Promise<void> {
    const { status, bulk_reference_id } = await this.approved(bulk, approvers);
    if (status !== 'completed') throw new CliError(`${bulk_reference_id}: ${status}`);
  }

  /** A bulk transfer at its end, after both have approved it; nothing is created before. */
  private async approved({ id }: BulkTransfer, approvers: readonly PaymentsClient[]): Promise<BulkTransfer> {
    const look = () => this.payments.bulkTransfers.get(id);
    const { approval, progress } = await until(
      'a payroll waits for its approval',
      async () => {
        const bulk = await look();
        return bulk.approval !== undefined && bulk;
      },
      this.patience,
    );
    if (progress.created > 0) throw new CliError('wages were created before they were approved');
    for (const { approvals } of approvers) {
      const { digest } = await approvals.get(approval!.id);
      await approvals.approve(approval!.id, { digest });
    }
    return until(
      'a payroll ends',
      async () => {
        const bulk = await look();
        return ENDED.includes(bulk.status) && bulk;
      },
      this.patience,
    );
  }

  /** A shop that owes money, because a collection came back after it was paid out, gets it from the company. */
  private async cover(): Promise<void> {
    const balances = await this.payments.subledgers.balances().toArray();
    for (const { subledger_reference_id, available } of balances.filter((each) => each.available < 0)) {
      await this.move(`cover-${subledger_reference_id}`, -available, { destination: { subledger_reference_id } });
      this.books.add(subledger_reference_id, 'covered', -available);
      this.books.add(OWN, 'covered', available);
      this.view.step(`covered what ${subledger_reference_id} owes after a late return`);
    }
  }

  private async move(
    reference: string,
    amount: number,
    side: { readonly source: Subledger } | { readonly destination: Subledger },
  ): Promise<void> {
    const { status } = await this.payments.bookTransfers.create({
      ...{ book_transfer_reference_id: reference, amount, currency: 'USD', ...side },
    });
    if (status !== 'completed') throw new CliError(`${reference}: ${status}`);
  }
}

interface Subledger {
  readonly subledger_reference_id: string;
}
