import { newId } from '@payments/kernel';
import { ExternalAccount } from '../../../libs/accounts/src/domain/external-account.js';
import type { AccountInput } from '../../../libs/accounts/src/domain/external-account.js';
import { Business } from '../../../libs/customers/src/domain/business.js';
import { PASS } from '../../../libs/transfers/src/domain/gate.js';
import { fedAchRails } from '../../../libs/transfers/src/domain/rails.js';
import type { LegState, ProcessorResult, Side } from '../../../libs/transfers/src/domain/leg.js';
import { routingBy } from '../../../libs/transfers/src/domain/leg-steps.js';
import { Transfer } from '../../../libs/transfers/src/domain/transfer.js';
import { BEGINNING } from '../../../libs/transfers/src/domain/transfer-state.js';
import type { PartyState, PartyVerdict } from '../../../libs/transfers/src/domain/transfer-state.js';
import type { Act, Fate, Owner, Present, SendHooks, Story, UseCase, World } from './story.js';

const NOW = new Date('2026-07-15T16:00:00Z');
const ENTERPRISE = 'enterprise';
const VERIFIED: PartyVerdict = { account: 'verified', customer: 'verified' };
const OWNERS: Readonly<Record<Owner, Pick<AccountInput, 'customer_reference_id' | 'customer_resource_type'>>> = {
  home: { customer_reference_id: 'home', customer_resource_type: 'business' },
  other: { customer_reference_id: 'other', customer_resource_type: 'business' },
  enterprise: { customer_reference_id: ENTERPRISE, customer_resource_type: 'enterprise' },
};
const ROUTING = routingBy(fedAchRails(15), () => ({ rtp: true, fednow: true }));
const MOMENT = { now: NOW, routing: ROUTING };

/** The side of the party under test. The other side, if any, stays verified. */
export const sideOf = (useCase: UseCase): Side => (useCase === 'direct_debit' ? 'source' : 'destination');

/** The rules of customers, accounts and transfers alone. */
export class DomainWorld implements World {
  private readonly customer = Business.register(
    { customer_reference_id: 'home', legal_name: 'verified 0' },
    { id: newId(), now: NOW },
  );
  private readonly account = ExternalAccount.register(
    {
      ...{ account_reference_id: 'account', ...OWNERS.home, account_type: 'checking', account_number: '1234567890' },
      ...{ routing_number: '021000021', account_holder_name: 'verified 0' },
    },
    { id: newId(), now: NOW },
  );
  private readonly transfer: Transfer;
  private readonly side: Side;
  private readonly arrived = new Set<string>();
  private patches = 0;

  constructor({ useCase, verifiedFirst }: Story) {
    if (verifiedFirst) this.verify();
    this.side = sideOf(useCase);
    const { id, details_version, status } = this.account.snapshot();
    const party: PartyState = {
      ...{ account_reference_id: 'account', customer_reference_id: 'home', account_id: id },
      ...{ account_version: details_version, was_verified: status === 'verified' },
    };
    const other: PartyState = { ...party, customer_reference_id: 'other', account_id: newId() };
    this.transfer = Transfer.restore(
      {
        ...BEGINNING,
        ...{ id: newId(), transfer_reference_id: 'transfer', use_case: useCase, amount: 12_500n, currency: 'USD' },
        source: useCase === 'payout' ? null : useCase === 'direct_debit' ? party : other,
        destination: useCase === 'direct_debit' ? null : party,
        ...{ speed: 'asap', sequence: 1, created_at: NOW, updated_at: NOW },
      },
      [],
    );
  }

  present(): Promise<Present> {
    const { status, details_version } = this.account.snapshot();
    const customer = this.customer.snapshot().status;
    return Promise.resolve({ customer, account: status, accountVersion: details_version });
  }

  perform(act: Exclude<Act, { act: 'send' }>): Promise<void> {
    this.take(act);
    return Promise.resolve();
  }

  isWaiting(): Promise<boolean> {
    const leg = this.leg();
    const isUnsent = leg !== undefined && ['ready', 'submitting'].includes(leg.status);
    return Promise.resolve(isUnsent && !this.arrived.has(leg.end_to_end_id));
  }

  async send(call: 'arrives' | 'is lost' | 'breaks', { onInquiry, onSend }: SendHooks): Promise<void> {
    await onInquiry();
    if (!(await this.isWaiting())) return;
    const leg = this.leg()!;
    const options = {
      ...MOMENT,
      at: leg.window_at!,
      batchId: newId(),
      partyVerification: { [this.side]: this.verdict() },
    };
    if (this.transfer.submit(leg.id, options) !== 'goes') return;
    await onSend();
    if (call !== 'is lost') this.arrived.add(leg.end_to_end_id);
    if (call === 'arrives') this.transfer.confirmLeg(leg.id, NOW);
  }

  private take(act: Exclude<Act, { act: 'send' }>): void {
    switch (act.act) {
      case 'verify':
        return this.verify();
      case 'close customer':
        return this.customer.close(NOW);
      case 'close account':
        return this.account.close(NOW);
      case 'patch customer':
        if (this.customer.snapshot().status === 'closed') return;
        return this.customer.patch({ legal_name: `${act.fate} ${++this.patches}` }, NOW);
      case 'patch account':
        return this.patchAccount({ account_holder_name: `${act.fate} ${++this.patches}` });
      case 'move account':
        return this.patchAccount(OWNERS[act.to]);
      case 'accept': {
        const partyVerification = { source: VERIFIED, destination: VERIFIED, [this.side]: this.verdict() };
        const waitUntil = new Date(NOW.getTime() + 1);
        const options = { waitUntil, newLegId: newId, judgment: PASS, reserveFunds: () => true };
        this.transfer.accept(partyVerification, { ...MOMENT, at: NOW, ...options });
        return;
      }
      case 'rail is unavailable':
        return this.refuseRail();
      case 'debit is collected':
        return this.collect();
    }
  }

  private patchAccount(patch: Partial<AccountInput>): void {
    if (this.account.snapshot().status !== 'closed') this.account.patch(patch, NOW);
  }

  private verify(): void {
    const fateOf = (name: string) => ({ status: name.split(' ')[0] as Fate, reasons: [] });
    const { status, legal_name } = this.customer.snapshot();
    if (status === 'created') this.customer.verified(fateOf(legal_name), NOW);
    const account = this.account.snapshot();
    if (account.status === 'created') this.account.verified(fateOf(account.account_holder_name), NOW);
  }

  /** As the repository looks it up: the pinned account, and the customer that the transfer names. */
  private verdict(): PartyVerdict {
    const [account, customer] = [this.account.snapshot(), this.customer.snapshot()];
    return {
      account: account.status,
      customer: customer.status,
      account_before_close: account.status_before_close,
      customer_before_close: customer.status_before_close,
      changed: account.details_version !== this.transfer.snapshot()[this.side]!.account_version,
    };
  }

  private leg(side = this.side): LegState | undefined {
    return this.transfer.legSnapshots().find((leg) => leg.side === side);
  }

  private refuseRail(): void {
    const leg = this.leg();
    if (leg === undefined || !this.arrived.has(leg.end_to_end_id)) return;
    this.transfer.recordResult(leg.id, aResult(leg, { kind: 'rejected', network_reason_code: '9910' }), MOMENT);
  }

  private collect(): void {
    const debit = this.leg('source');
    if (debit?.status !== 'ready' || this.side === 'source') return;
    const partyVerification = { source: VERIFIED };
    this.transfer.submit(debit.id, { ...MOMENT, at: debit.window_at!, batchId: newId(), partyVerification });
    this.transfer.recordResult(debit.id, aResult(debit, { kind: 'settled', network_reason_code: null }), MOMENT);
    this.transfer.endHold(debit.id, { ...MOMENT, at: debit.hold_until! });
  }
}

/** What the network says of a leg. */
export function aResult(
  { end_to_end_id, settles_at, window_at }: LegState,
  told: Pick<ProcessorResult, 'kind' | 'network_reason_code'>,
): ProcessorResult {
  const occurred_at = (told.kind === 'settled' ? settles_at : window_at)!;
  return {
    processor_result_id: `${end_to_end_id}-${told.kind}`,
    ...{ end_to_end_id, trace_number: '1', occurred_at },
    ...told,
  };
}
