import { AccountCorrections, AccountDetailsReader } from '@payments/accounts';
import { Clock, newId, UnitOfWork } from '@payments/kernel';
import { Ledger } from '@payments/ledger';
import { Claim, Tasks } from '@payments/messaging';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import type { ClaimedTask } from '@payments/messaging';
import type { Tenant } from '@payments/observability';
import { AccountOutbox } from '../../../libs/accounts/src/application/account-outbox.js';
import { ExternalAccounts } from '../../../libs/accounts/src/application/ports.js';
import { VerifyAccounts } from '../../../libs/accounts/src/application/verify-accounts.js';
import { SandboxAccountVerifier } from '../../../libs/accounts/src/infrastructure/sandbox/sandbox-account-verifier.js';
import { CustomerOutbox } from '../../../libs/customers/src/application/customer-outbox.js';
import { Businesses, Persons } from '../../../libs/customers/src/application/ports.js';
import { PersonsAndBusinesses } from '../../../libs/customers/src/application/persons-and-businesses.js';
import { ScreeningRuns } from '../../../libs/customers/src/application/screening.ports.js';
import { VerifyCustomers } from '../../../libs/customers/src/application/verify-customers.js';
import { SandboxCustomerVerifier } from '../../../libs/customers/src/infrastructure/sandbox/sandbox-customer-verifier.js';
import { AcceptTransfers } from '../../../libs/transfers/src/application/accept-transfers.js';
import { ClearTransfers } from '../../../libs/transfers/src/application/clear-transfers.js';
import { DebitValidators } from '../../../libs/transfers/src/application/debit-validation.js';
import { BankingTime } from '../../../libs/transfers/src/application/banking-time.js';
import { ConfirmLegs } from '../../../libs/transfers/src/application/confirm-legs.js';
import { Gates } from '../../../libs/transfers/src/application/gates.js';
import { TransferFunders } from '../../../libs/transfers/src/application/transfer-funders.js';
import { Processor, Transfers } from '../../../libs/transfers/src/application/ports.js';
import type { InstructionBatch, ReportedResult } from '../../../libs/transfers/src/application/ports.js';
import { EnterpriseBulkhead } from '../../../libs/transfers/src/application/enterprise-bulkhead.js';
import { PrepareBatch } from '../../../libs/transfers/src/application/prepare-batch.js';
import { ReceiveResults } from '../../../libs/transfers/src/application/receive-results.js';
import { Submissions } from '../../../libs/transfers/src/application/submissions.js';
import { SubmitLegs } from '../../../libs/transfers/src/application/submit-legs.js';
import { TransferSteps } from '../../../libs/transfers/src/application/transfer-steps.js';
import type { StepContext } from '../../../libs/transfers/src/application/transfer-steps.js';
import type { LegState, Side } from '../../../libs/transfers/src/domain/leg.js';
import type { Transfer } from '../../../libs/transfers/src/domain/transfer.js';
import { ProcessorResultsRepository } from '../../../libs/transfers/src/infrastructure/persistence/processor-results.repository.js';
import type { ApiClient } from '../api-client.js';
import { aPayout, registerParty } from '../parties.js';
import type { Party } from '../parties.js';
import type { TestService } from '../service.js';
import { aResult, sideOf } from './domain-world.js';
import type { Act, Owner, Present, SendHooks, Story, World } from './story.js';

type Call = Parameters<World['send']>[0];

/** The fate of the calls, and the hooks for those that are about a side. */
interface Script {
  readonly call: Call;
  readonly side: Side;
  readonly hooks: SendHooks;
}

const QUIET: SendHooks = { onInquiry: () => Promise.resolve(), onSend: () => Promise.resolve() };

/** A bank that takes instructions as scripted, and reports which it has. */
class ScriptedProcessor extends Processor {
  private readonly has = new Set<string>();
  private script: Script = { call: 'arrives', side: 'destination', hooks: QUIET };

  during(script: Script): void {
    this.script = script;
  }

  async known(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const known = new Set(ids.filter((id) => this.has.has(id)));
    await this.script.hooks.onInquiry();
    return known;
  }

  async submit({ instructions }: InstructionBatch): Promise<readonly ReportedResult[]> {
    const { call, side, hooks } = this.script;
    for (const instruction of instructions) {
      if (instruction.side === side) await hooks.onSend();
      if (call !== 'is lost') this.has.add(instruction.end_to_end_id);
    }
    if (call !== 'arrives') throw new Error('the connection broke');
    return [];
  }

  isAt({ end_to_end_id }: LegState): boolean {
    return this.has.has(end_to_end_id);
  }
}

/** Real time, until a caller is made to sleep after reading it. */
class SleepyClock extends Clock {
  private aheadMs = 0;
  private sleepsMs = 0;

  sleepAfterNext(ms: number): void {
    this.sleepsMs = ms;
  }

  now(): Date {
    return new Date(Date.now() + this.aheadMs);
  }

  elapsedMs(): number {
    const elapsedMs = performance.now() + this.aheadMs;
    this.aheadMs += this.sleepsMs;
    this.sleepsMs = 0;
    return elapsedMs;
  }
}

/** What every story of a service shares: an enterprise, the other owners, and the use cases of the workers. */
export class DatabaseScene {
  readonly processor = new ScriptedProcessor();
  /** Of the worker that submits. */
  readonly clock = new SleepyClock();
  private readonly queues: Readonly<Record<string, { execute(claim: Claim): Promise<void> }>>;

  private constructor(
    readonly service: TestService,
    readonly client: ApiClient,
    private readonly tenant: Tenant,
    readonly other: Party,
  ) {
    const { get } = this;
    const bulkhead = new EnterpriseBulkhead(get(UnitOfWork));
    const [work, clock, transfers, steps] = [get(UnitOfWork), get(Clock), get(Transfers), get(TransferSteps)];
    const customers = new PersonsAndBusinesses(get(Persons), get(Businesses), get(CustomerOutbox));
    const accounts = [get(ExternalAccounts), new SandboxAccountVerifier(), get(AccountOutbox)] as const;
    const tasks = get(Tasks);
    const results = new ProcessorResultsRepository(clock);
    const receiveResults = new ReceiveResults(...([work, results, transfers, get(AccountCorrections), tasks] as const));
    const prepareBatch = new PrepareBatch(transfers, get(AccountDetailsReader), this.clock, get(DebitValidators));
    const clearTransfers = new ClearTransfers(get(Gates), get(TransferFunders), get(Ledger), service.options.config);
    const confirmLegs = new ConfirmLegs(steps, results, receiveResults, get(BankingTime), clock);
    this.queues = {
      'customer-verification': new VerifyCustomers(
        ...([work, customers, new SandboxCustomerVerifier(), get(ScreeningRuns), clock] as const),
      ),
      'account-verification': new VerifyAccounts(work, ...accounts, clock),
      'transfer-acceptance': new AcceptTransfers(...([bulkhead, prepareBatch, tasks, steps, clearTransfers] as const)),
      'processor-submissions': new SubmitLegs(
        ...([new Submissions(bulkhead, this.processor, this.clock), steps, prepareBatch, confirmLegs] as const),
      ),
    };
  }

  static async open(service: TestService): Promise<DatabaseScene> {
    const client = await service.client();
    const enterprises = service.api.get(Enterprises, { strict: false });
    const tenant = await enterprises.get(client.credentials.enterprise_id);
    const scene = new DatabaseScene(service, client, tenant, await registerParty(client));
    await scene.work('customer-verification');
    await scene.work('account-verification');
    return scene;
  }

  /** Forgets the work of earlier stories. */
  forget(): Promise<unknown> {
    return this.service.database.query('DELETE FROM platform.tasks WHERE enterprise_id = $1', [
      this.tenant.enterpriseId,
    ]);
  }

  /** Does all pending work, due or not, as a worker with a separate claim; failed work is left to the next one. */
  async work(queue: string): Promise<void> {
    const token = newId();
    const tasks = await this.service.database.query<ClaimedTask>(
      `UPDATE platform.tasks SET lease_token = $1, attempt = attempt + 1 WHERE queue = $2 AND enterprise_id = $3
       RETURNING id, subject_id, attempt, request_id, trace_parent, 0 AS age_ms`,
      [token, queue, this.tenant.enterpriseId],
    );
    if (tasks.length === 0) return;
    await this.inTenant(() => this.queues[queue]!.execute(new Claim(this.tenant.enterpriseId, token, tasks)));
  }

  step(id: string, step: (transfer: Transfer, context: StepContext) => void): Promise<void> {
    const take = () => this.get(TransferSteps).take({ ids: [id] }, ([transfer], context) => step(transfer!, context));
    return this.inTenant(() => this.get(UnitOfWork).run(take));
  }

  find(id: string) {
    return this.inTenant(() => this.get(UnitOfWork).run(() => this.get(Transfers).find(id)));
  }

  private inTenant<T>(work: () => Promise<T>): Promise<T> {
    return workContext.run({ requestId: 'test', tenant: this.tenant }, work);
  }

  private readonly get = <T>(port: abstract new (...parameters: never[]) => T): T =>
    this.service.api.get<T>(port, { strict: false });
}

/** The service's own use cases on its own tables; the party is changed through the API. */
export class DatabaseWorld implements World {
  private patches = 0;

  private constructor(
    private readonly scene: DatabaseScene,
    private readonly story: Story,
    private readonly ids: { readonly customer: string; readonly account: string; readonly transfer: string },
    private readonly party: Party,
  ) {}

  static async begin(scene: DatabaseScene, story: Story): Promise<DatabaseWorld> {
    const { client, other } = scene;
    await scene.forget();
    const party = await registerParty(client);
    const one = async (path: string) => Object.values((await client.get(path)).body)[0] as [{ id: string }];
    const [customer] = await one(`/deliver/businesses?customer_reference_id=${party.customer_reference_id}`);
    const [account] = await one(`/deliver/external/accounts?account_reference_id=${party.account_reference_id}`);
    if (story.verifiedFirst) for (const queue of VERIFICATIONS) await scene.work(queue);
    const { destination, ...rest } = aPayout(party, { speed: 'asap', amount: 100 });
    const parties = {
      payout: { destination },
      direct_debit: { source: destination },
      account_to_account: { source: other, destination },
    };
    const response = await client.post('/deliver/transfers', { ...rest, ...parties[story.useCase] });
    const transfer = (response.body['transfer'] as { id: string }).id;
    return new DatabaseWorld(scene, story, { customer: customer.id, account: account.id, transfer }, party);
  }

  async present(): Promise<Present> {
    const [present] = await this.scene.service.database.query<Present>(
      `SELECT b.status AS customer, a.status AS account, a.details_version AS "accountVersion"
       FROM customers.businesses b JOIN accounts.external_accounts a USING (enterprise_id) WHERE b.id = $1 AND a.id = $2`,
      [this.ids.customer, this.ids.account],
    );
    return present!;
  }

  async perform(act: Exclude<Act, { act: 'send' }>): Promise<void> {
    const { client } = this.scene;
    const [customer, account] = [
      `/deliver/businesses/${this.ids.customer}`,
      `/deliver/external/accounts/${this.ids.account}`,
    ];
    switch (act.act) {
      case 'verify':
        for (const queue of VERIFICATIONS) await this.scene.work(queue);
        return;
      case 'close customer':
        return void (await client.send('DELETE', customer));
      case 'close account':
        return void (await client.send('DELETE', account));
      case 'patch customer':
        return this.patch(customer, { legal_name: this.named(act.fate, 'business') });
      case 'patch account':
        return this.patch(account, { account_holder_name: this.named(act.fate, 'account') });
      case 'move account':
        return this.patch(account, this.ownedBy(act.to));
      case 'accept':
        return this.scene.work('transfer-acceptance');
      case 'rail is unavailable':
        return this.refuseRail();
      case 'debit is collected':
        return this.collect();
    }
  }

  async isWaiting(): Promise<boolean> {
    const leg = await this.leg();
    return leg !== undefined && ['ready', 'submitting'].includes(leg.status) && !this.scene.processor.isAt(leg);
  }

  async send(call: Call, hooks: SendHooks): Promise<void> {
    this.scene.processor.during({ call, side: sideOf(this.story.useCase), hooks });
    await this.scene.work('processor-submissions').catch((error: Error) => {
      if (error.message !== 'the connection broke') throw error;
    });
  }

  // The words that the sandbox's verification goes by.
  private named(fate: string, kind: string): string {
    return fate === 'verified' ? `Northwind ${String.fromCharCode(65 + (this.patches++ % 26))}` : `${fate} ${kind}`;
  }

  private ownedBy(to: Owner): Record<string, unknown> {
    const { client, other } = this.scene;
    const enterprise = {
      customer_reference_id: client.credentials.enterprise_name,
      customer_resource_type: 'enterprise',
    };
    const { customer_reference_id } = to === 'other' ? other : this.party;
    return to === 'enterprise' ? enterprise : { customer_reference_id, customer_resource_type: 'business' };
  }

  /** What is closed refuses it, and so does an account whose customer is. */
  private async patch(url: string, payload: Record<string, unknown>): Promise<void> {
    const { status, text } = await this.scene.client.send('PATCH', url, { payload });
    if (status !== 200 && status !== 400) throw new Error(text);
  }

  private async leg(side = sideOf(this.story.useCase)): Promise<LegState | undefined> {
    const found = await this.scene.find(this.ids.transfer);
    return found?.legs.find((leg) => leg.side === side);
  }

  private async refuseRail(): Promise<void> {
    const leg = await this.leg();
    if (leg === undefined || !this.scene.processor.isAt(leg)) return;
    const result = aResult(leg, { kind: 'rejected', network_reason_code: '9910' });
    await this.scene.step(
      this.ids.transfer,
      (transfer, context) => void transfer.recordResult(leg.id, result, context),
    );
  }

  private async collect(): Promise<void> {
    if (this.story.useCase !== 'account_to_account') return;
    await this.send('arrives', QUIET);
    const debit = await this.leg('source');
    if (debit === undefined || !this.scene.processor.isAt(debit)) return;
    const result = aResult(debit, { kind: 'settled', network_reason_code: null });
    await this.scene.step(this.ids.transfer, (transfer, context) => {
      transfer.recordResult(debit.id, result, context);
      transfer.endHold(debit.id, { ...context, at: debit.hold_until! });
    });
  }
}

const VERIFICATIONS = ['customer-verification', 'account-verification'];
