import { newId, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { BankingTime, EnterpriseRails, ParticipationDirectory } from '@payments/transfers';
import type { BankingMoment, OfferedRails } from '@payments/transfers';
import { AccountOwnersReader } from '../../application/account-owners-reader.js';
import { PaymentHistories } from '../../application/ports.js';
import type { PaymentHistory } from '../../application/ports.js';
import type { ExaminedAccount, Finding, ValidationProvider } from '../../application/validation-provider.js';
import { HistoryProvider } from './history-provider.js';
import { AchProvider, InstantProvider } from './probe-providers.js';
import { RegisteredProvider } from './registered-provider.js';
import { RulesProvider } from './rules-provider.js';
import { SandboxProvider } from './sandbox-provider.js';

const NOW = new Date('2026-07-15T16:00:00Z');
const NO_HISTORY: PaymentHistory = { settled_at: null, returned_at: null, returned_code: null };

class Direct extends UnitOfWork {
  run<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
  read<T>(work: () => Promise<T>): Promise<T> {
    return work();
  }
}

class StandingTime extends BankingTime {
  read(): Promise<BankingMoment> {
    return Promise.resolve({ now: NOW, at: NOW, stepAt: () => NOW, due: () => ({}), dueAt: () => ({}) });
  }
  horizon(): Promise<Date> {
    return Promise.resolve(NOW);
  }
}

class AllRails extends EnterpriseRails {
  of(): OfferedRails {
    const window = { cutoff: '10:30', settles: '13:00', effective_in_banking_days: 0 } as const;
    return {
      carried: new Set(['ach', 'same_day_ach', 'rtp', 'fednow']),
      schedule: {
        leadMinutes: 15,
        windows: [
          { rail: 'same_day_ach', ...window },
          { rail: 'ach', ...window },
        ],
      },
    };
  }
}

class SomeBanks extends ParticipationDirectory {
  of(numbers: readonly string[]) {
    return Promise.resolve(new Map(numbers.map((number) => [number, { rtp: true, fednow: number !== '011000028' }])));
  }
  participants() {
    return Promise.resolve('{}');
  }
}

class FixedHistory extends PaymentHistories {
  constructor(private readonly history: PaymentHistory) {
    super();
  }
  of() {
    return Promise.resolve(this.history);
  }
  notValidated() {
    return Promise.resolve([]);
  }
}

class OneOwner extends AccountOwnersReader {
  referencesOf() {
    return Promise.resolve(['zoe']);
  }
}

const zoe = {
  ofVerified: () =>
    Promise.resolve({
      ...{ type: 'person', first_name: 'Zoë', last_name: 'O’Neill' },
      ...{ phones: ['2175550123'], identity_number: '123456789' },
    } as const),
};

const unitOfWork = new Direct();
const rails = new AllRails();
const historyOf = (history: PaymentHistory) =>
  new HistoryProvider(unitOfWork, new FixedHistory(history), new StandingTime());

const providers: readonly ValidationProvider[] = [
  new RulesProvider(),
  historyOf({ ...NO_HISTORY, settled_at: NOW }),
  new InstantProvider(unitOfWork, new SomeBanks(), rails),
  new AchProvider('micro', rails),
  new AchProvider('prenote', rails),
  new RegisteredProvider(unitOfWork, new OneOwner(), zoe as never),
  new SandboxProvider(),
];

const anAccount = (more: Partial<ExaminedAccount> = {}): ExaminedAccount => ({
  ...{ id: newId(), routing_number: '021000021', account_number: '123456789', account_holder_name: 'Jane Doe' },
  ...{ person: { first_name: 'Zoe', last_name: 'ONeill' }, business: null, identity_number: null },
  ...{ type: 'status', needsCode: false, triedRails: [] },
  ...more,
});

const tenant = { enterpriseId: newId(), enterpriseName: 'Acme', environment: 'sandbox', settings: {} };
const examine = async (
  ...[provider, question, accounts]: [ValidationProvider, 'status' | 'ownership', ExaminedAccount[]]
) => workContext.run({ requestId: 'test', tenant } as never, () => provider.examine(question, accounts));
const one = async (
  provider: ValidationProvider,
  account: ExaminedAccount,
  question: 'status' | 'ownership' = 'status',
) => (await examine(provider, question, [account])).get(account.id);

describe.each(providers.map((provider) => [provider.name, provider] as const))('the provider %s', (_, provider) => {
  const odd = ['', '🙂', "Robert'); --", 'x'.repeat(255)].map((account_holder_name) =>
    anAccount({ account_holder_name, person: { first_name: account_holder_name, last_name: 'partial' } }),
  );
  const business = anAccount({ person: null, business: { business_name: 'Northwind' }, identity_number: '6789' });
  const accounts = [
    ...odd,
    business,
    anAccount({ routing_number: '000000000' }),
    anAccount({ account_number: '1111' }),
  ];

  it.each(['status', 'ownership'] as const)(
    'answers a question about %s with findings of its kind only',
    async (question) => {
      const kinds: readonly Finding['kind'][] = question === 'ownership' ? ['ownership'] : ['status', 'probe'];
      const findings = await examine(provider, question, accounts);
      expect([...findings.values()].filter(({ kind }) => !kinds.includes(kind))).toEqual([]);
    },
  );

  it('answers about the accounts that it was asked about only', async () => {
    const findings = await examine(provider, 'status', accounts);
    const ids = accounts.map(({ id }) => id);
    expect([...findings.keys()].filter((id) => !ids.includes(id))).toEqual([]);
    expect((await examine(provider, 'status', [])).size).toBe(0);
  });

  it('says the same when it is asked twice', async () => {
    for (const question of ['status', 'ownership'] as const) {
      expect(await examine(provider, question, accounts)).toEqual(await examine(provider, question, accounts));
    }
  });
});

describe('the providers that ask for a probe', () => {
  const [, , instant, micro, prenote] = providers as [
    never,
    never,
    ValidationProvider,
    ValidationProvider,
    ValidationProvider,
  ];

  it('choose FedNow, then RTP, and no rail that was tried', async () => {
    expect(await one(instant, anAccount())).toMatchObject({ rail: 'fednow' });
    expect(await one(instant, anAccount({ triedRails: ['fednow'] }))).toMatchObject({ rail: 'rtp' });
    expect(await one(instant, anAccount({ routing_number: '011000028' }))).toMatchObject({ rail: 'rtp' });
    expect(await one(instant, anAccount({ triedRails: ['fednow', 'rtp'] }))).toBeUndefined();
    expect(await one(micro, anAccount({ triedRails: ['same_day_ach'] }))).toBeUndefined();
  });

  it('send a prenote without an amount, and never where a code is needed', async () => {
    expect(await one(prenote, anAccount())).toMatchObject({ rail: 'same_day_ach', amount: 0n });
    expect(await one(prenote, anAccount({ needsCode: true }))).toBeUndefined();
    expect(await one(micro, anAccount({ needsCode: true }))).toMatchObject({ amount: 1n });
  });
});

describe(RulesProvider.name, () => {
  const [rules] = providers as [ValidationProvider];

  it.each<[string, Partial<ExaminedAccount>, string]>([
    ['has a wrong check digit', { routing_number: '021000022' }, 'invalid_routing'],
    ['belongs to no Federal Reserve Bank', { routing_number: '000000000' }, 'invalid_routing'],
    ['is one digit over and over', { account_number: '5555555' }, 'invalid_account'],
    ['is too short', { account_number: '123' }, 'invalid_account'],
    ['is too long', { account_number: '123456789012345678' }, 'invalid_account'],
  ])('refuses a number that %s', async (_, numbers, reason) => {
    expect(await one(rules, anAccount(numbers))).toEqual({ kind: 'status', status: 'invalid', reason });
  });

  it.each(['1234', '55555556', '12345678901234567'])('passes %s on', async (account_number) => {
    expect(await one(rules, anAccount({ account_number }))).toBeUndefined();
  });
});

describe(HistoryProvider.name, () => {
  const earlier = new Date(NOW.getTime() - 1);

  it('says what the latest payment shows', async () => {
    const returned = { returned_at: NOW, returned_code: 'R02' };
    expect(await one(historyOf(NO_HISTORY), anAccount())).toBeUndefined();
    expect(await one(historyOf({ ...returned, settled_at: earlier }), anAccount())).toMatchObject({ status: 'closed' });
    const paid = { settled_at: NOW, returned_at: earlier, returned_code: 'R02' };
    expect(await one(historyOf(paid), anAccount())).toMatchObject({ status: 'valid' });
  });
});

describe(RegisteredProvider.name, () => {
  const registered = providers[5]!;
  const claim = { first_name: 'ZOE', last_name: "O'neill" };

  it.each([
    [claim, '6789', 'full'],
    [claim, '6788', 'partial'],
    [{ ...claim, phone_number: '+12175550123' }, null, 'full'],
    [{ ...claim, phone_number: '+12175550124' }, null, 'partial'],
    [{ ...claim, first_name: 'Anna' }, null, 'partial'],
    [{ first_name: 'Anna', last_name: 'Smith' }, '6789', 'not_a_match'],
  ])('compares %j and %s: %s', async (person, identity_number, status) => {
    expect(await one(registered, anAccount({ person, identity_number }), 'ownership')).toMatchObject({ status });
  });
});
