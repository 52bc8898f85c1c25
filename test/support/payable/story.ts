import fc from 'fast-check';

type Status = 'created' | 'verified' | 'rejected' | 'restricted' | 'closed';
export type UseCase = 'payout' | 'direct_debit' | 'account_to_account';

/** What verification makes of the data that a customer or an account is given. */
export type Fate = Exclude<Status, 'created'>;
export type Owner = 'other' | 'enterprise' | 'home';

type Change =
  | { readonly act: 'patch customer' | 'patch account'; readonly fate: Fate }
  | { readonly act: 'move account'; readonly to: Owner }
  | { readonly act: 'close customer' | 'close account' | 'verify' };

export type Act =
  | Change
  | { readonly act: 'accept' | 'rail is unavailable' | 'debit is collected' }
  /** `meanwhile` happens after the inquiry to the processor, and before the party is checked. */
  | { readonly act: 'send'; readonly call: 'arrives' | 'is lost' | 'breaks'; readonly meanwhile?: Change };

export interface Story {
  readonly useCase: UseCase;
  /** Whether verification decides before the transfer is accepted. */
  readonly verifiedFirst: boolean;
  readonly acts: readonly Act[];
}

/** The party under test: the customer and the account that the transfer pins, as they are now. */
export interface Present {
  readonly customer: Status;
  readonly account: Status;
  readonly accountVersion: number;
}

/** A transfer whose one party, the party under test, goes through a story. Nothing happens by itself. */
export interface World {
  present(): Promise<Present>;
  perform(act: Exclude<Act, { act: 'send' }>): Promise<void>;
  /** Submits the leg of the party; the processor calls `onSend` at each submit of that leg. */
  send(call: 'arrives' | 'is lost' | 'breaks', hooks: SendHooks): Promise<void>;
  /** Whether the leg of the party is routed, is not at the processor, and its transfer has not failed. */
  isWaiting(): Promise<boolean>;
}

export interface SendHooks {
  readonly onInquiry: () => Promise<void>;
  readonly onSend: () => Promise<void>;
}

export interface Told {
  readonly sent: number;
  readonly refused: number;
}

const fate = fc.constantFrom<Fate>('verified', 'verified', 'rejected', 'restricted', 'restricted', 'closed');
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant('patch customer' as const), fate }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('patch account' as const), fate }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('move account' as const),
      to: fc.constantFrom<Owner>('other', 'enterprise', 'home'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: fc.constant('verify' as const) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constantFrom('close customer' as const, 'close account' as const) }) },
);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: change },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('accept' as const, 'rail is unavailable' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        act: fc.constant('send' as const),
        call: fc.constantFrom('arrives' as const, 'is lost' as const, 'is lost' as const, 'breaks' as const),
        meanwhile: change,
      },
      { requiredKeys: ['act', 'call'] },
    ),
  },
);

/** Random interleavings of patches, closings, moves, verdicts, outages and sends. */
export const stories: fc.Arbitrary<Story> = fc.record({
  useCase: fc.constantFrom<UseCase>('payout', 'payout', 'direct_debit', 'account_to_account'),
  verifiedFirst: fc.boolean(),
  acts: fc.array(act, { minLength: 4, maxLength: 14 }).map((acts): Act[] => [
    ...acts.slice(0, 2),
    // Most stories are about what comes after acceptance; the credit of two legs needs its debit collected.
    { act: 'accept' },
    { act: 'debit is collected' },
    ...acts.slice(2),
    { act: 'send', call: 'arrives' },
  ]),
});

/**
 * Plays a story, and checks every send against the rule, which is implemented here a second time.
 * @throws Error at the first send to a party that is not payable, and at a payable one that is not sent to
 */
export async function tell(world: World, { acts }: Story): Promise<Told> {
  const pinned = (await world.present()).accountVersion;
  const verifiedVersions = new Set<number>();
  const open = { customer: 'created' as Status, account: 'created' as Status };
  const reported = { sent: 0, refused: 0 };
  const isPayable = async (): Promise<boolean> => {
    const { customer, account, accountVersion } = await world.present();
    if (customer !== 'closed') open.customer = customer;
    if (account !== 'closed') open.account = account;
    if (account === 'verified') verifiedVersions.add(accountVersion);
    return open.customer === 'verified' && open.account === 'verified' && verifiedVersions.has(pinned);
  };
  await isPayable();
  for (const next of acts) {
    if (next.act !== 'send') {
      await world.perform(next);
      await isPayable();
      continue;
    }
    const violations: Present[] = [];
    const before = reported.sent;
    const wasWaiting = await world.isWaiting();
    await world.send(next.call, {
      onInquiry: async () => {
        if (next.meanwhile !== undefined) await world.perform(next.meanwhile);
        await isPayable();
      },
      onSend: async () => {
        reported.sent += 1;
        if (!(await isPayable())) violations.push(await world.present());
      },
    });
    if (violations.length > 0) throw new Error(`money left while the party was ${JSON.stringify(violations)}`);
    const wasSent = reported.sent > before;
    if (wasWaiting && !wasSent && (await isPayable())) throw new Error('a payable party was not sent to');
    if (wasWaiting && !wasSent) reported.refused += 1;
  }
  return reported;
}
