import type { EnterpriseSettings, Fees } from '@payments/observability';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { OfEnterprise } from '../support/in-enterprise.js';
import { theOne } from '../support/options.js';

interface Options extends OfEnterprise {
  readonly requireApiKey?: boolean;
  readonly customerRequirements?: EnterpriseSettings['customer_requirements'];
  readonly uniqueAccountDetails?: boolean;
  readonly debitRequiresValidation?: boolean;
  readonly verifyGatesAccounts?: boolean;
  readonly verifyDailyMax?: number;
  readonly useCases?: EnterpriseSettings['use_cases'];
  readonly subledgerRequired?: boolean;
  readonly returnGuard?: EnterpriseSettings['return_guard'];
  readonly returnGuardMinEntries?: number;
  readonly returnGuardMinReturns?: number;
  readonly dualControl?: boolean;
  readonly readsPerSecond?: number;
  readonly writesPerSecond?: number;
  readonly tokensPerMinute?: number;
  readonly fees?: Fees;
}

const RAILS = ['ach', 'same_day_ach', 'rtp', 'fednow'] as const satisfies readonly (keyof Fees)[];
const USE_CASES = ['payout', 'direct_debit', 'deposit', 'account_to_account'] as const;

const EXAMPLE = `
Example:
  $ npm run -s payments -- settings --require-api-key true --writes-per-second 500`;

/** `payments settings`: shows the settings of an enterprise, and updates the given ones. */
export function registerSettings(program: Command): void {
  const flag = (name: string, description: string) => new Option(`${name} <true|false>`, description);
  const requirements = new Option('--customer-requirements <when>', 'when a business needs a tax id and an address');
  const useCases = new Option('--use-cases <list>', 'the use cases of transfers, separated by commas').argParser(
    readUseCases,
  );
  const returnGuard = new Option('--return-guard <what>', 'what happens above a limit of Nacha on returned debits');
  program
    .command('settings')
    .description('change the settings that are passed, then show all settings of an enterprise')
    .addOption(theOne())
    .addOption(flag('--require-api-key', 'require the X-API-Key header on every request'))
    .addOption(requirements.choices(['at_registration', 'at_transfer']))
    .addOption(flag('--unique-account-details', 'reject a second open account with the same numbers for one customer'))
    .addOption(flag('--debit-requires-validation', 'let debits wait until their source account is validated'))
    .addOption(flag('--verify-gates-accounts', 'reject an external account whose verification ends badly'))
    .option('--verify-daily-max <count>', 'the most verifications in 24 hours')
    .addOption(useCases)
    .addOption(flag('--subledger-required', 'require a subledger on every transfer'))
    .addOption(returnGuard.choices(['off', 'warn', 'stop']))
    .option('--return-guard-min-entries <count>', 'debits in 60 days from which a return rate counts')
    .option('--return-guard-min-returns <count>', 'returns in 60 days from which a return rate counts')
    .addOption(flag('--dual-control', 'have another administrator approve changes of policies, limits and approvers'))
    .option('--reads-per-second <count>', 'read requests per second, for each credential')
    .option('--writes-per-second <count>', 'write requests per second, for each credential')
    .option('--tokens-per-minute <count>', 'token requests per minute, for each client')
    .option('--fees <rail=cents,...>', 'what a payment costs on each rail, for previews; replaces all fees', fees)
    .option('--json', 'print JSON only')
    .addHelpText('after', EXAMPLE)
    .action(settings);
}

async function settings(options: Options): Promise<void> {
  const [{ GetSettings, UpdateSettings }, { inEnterprise, print }] = await Promise.all([
    import('../support/services.js'),
    import('../support/in-enterprise.js'),
  ]);
  const result = await inEnterprise(options, async (app) => {
    const known = await app.get(GetSettings, { strict: false }).execute();
    const change = changeOf(options, known);
    if (Object.keys(change).length === 0) return known;
    return app.get(UpdateSettings, { strict: false }).execute(change);
  });
  print({ settings: result }, options);
}

function readUseCases(text: string): NonNullable<EnterpriseSettings['use_cases']> {
  const named = text.split(',');
  const unknown = named.filter((each) => !USE_CASES.some((known) => known === each));
  if (unknown.length > 0) throw new InvalidArgumentError(`Known are ${USE_CASES.join(', ')}.`);
  if (new Set(named).size < named.length) throw new InvalidArgumentError('one of them is given twice');
  return USE_CASES.filter((known) => named.includes(known));
}

/** The settings that are options of the same name. */
const SAME: Readonly<Record<string, keyof EnterpriseSettings>> = {
  requireApiKey: 'require_api_key',
  customerRequirements: 'customer_requirements',
  uniqueAccountDetails: 'unique_account_details',
  debitRequiresValidation: 'debit_requires_validation',
  verifyGatesAccounts: 'verify_gates_accounts',
  verifyDailyMax: 'verify_daily_max',
  useCases: 'use_cases',
  subledgerRequired: 'subledger_required',
  returnGuard: 'return_guard',
  returnGuardMinEntries: 'return_guard_min_entries',
  returnGuardMinReturns: 'return_guard_min_returns',
  dualControl: 'dual_control',
  fees: 'fees',
};

function changeOf(options: Options, { rate_limits = {} }: EnterpriseSettings): Partial<EnterpriseSettings> {
  const given: Readonly<Record<string, unknown>> = { ...options };
  const limits = {
    ...(options.readsPerSecond !== undefined && { reads_per_second: options.readsPerSecond }),
    ...(options.writesPerSecond !== undefined && { writes_per_second: options.writesPerSecond }),
    ...(options.tokensPerMinute !== undefined && { tokens_per_minute: options.tokensPerMinute }),
  };
  const same = Object.entries(SAME).flatMap(([option, name]) =>
    given[option] === undefined ? [] : [[name, given[option]] as const],
  );
  return {
    ...(Object.fromEntries(same) as Partial<EnterpriseSettings>),
    ...(Object.keys(limits).length > 0 && { rate_limits: { ...rate_limits, ...limits } }),
  };
}

/** Such as `ach=25,rtp=100`; empty text means that nothing costs anything. @throws InvalidArgumentError */
function fees(text: string): Fees {
  const pairs = text === '' ? [] : text.split(',').map((pair) => pair.split('='));
  return Object.fromEntries(
    pairs.map(([name, cents = '']) => {
      const rail = RAILS.find((each) => each === name);
      if (rail === undefined) throw new InvalidArgumentError(`the rails are ${RAILS.join(', ')}`);
      if (pairs.filter(([other]) => other === name).length > 1)
        throw new InvalidArgumentError(`${rail} is given twice`);
      if (!/^\d{1,9}$/.test(cents)) throw new InvalidArgumentError(`${rail} must be a whole number of cents`);
      return [rail, Number(cents)];
    }),
  );
}
