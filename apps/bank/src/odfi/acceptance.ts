import type { AchBatch, AchEntry, AchFile } from '../ach/ach-file.js';
import { Problems } from '../ach/refusal.js';
import { isBankingDay } from '../calendar/banking-days.js';
import { longDate } from '../calendar/new-york.js';
import type { BankSettings } from '../settings/bank-settings.js';
import type { FileHistory } from './file-history.js';
import { daysAhead, type Receipt } from './receipt.js';

const MOST_DAYS_AHEAD = 30;
const SAME_DAY_LIMIT_CENTS = 100_000_000;
const COMPANY_SEC_CODES = ['PPD', 'CCD', 'WEB'];
/** The last word of a name that only companies have. */
const COMPANY_NAME = /\b(INC|LLC|CORP|LTD|LLP)\.?$/i;
const PAYMENT_TYPES = ['', 'R', 'S'];

/** Descriptions with a meaning in the Nacha rules, which must be in capitals. */
const RESERVED_DESCRIPTIONS = [
  ...['REVERSAL', 'RECLAIM', 'NONSETTLED', 'RETRY PYMT', 'RETURN FEE', 'ACCTVERIFY', 'AUTOENROLL'],
  ...['PAYROLL', 'PURCHASE'],
];

/** What the bank checks of a file besides its format: who sent it, when, and what came before. */
export class Acceptance {
  constructor(
    private readonly settings: BankSettings,
    private readonly history: FileHistory,
  ) {}

  /** @throws RefusedFile */
  check(file: AchFile, receipt: Receipt): void {
    const problems = new Problems();
    if (this.history.isDuplicate(file, receipt.at)) {
      problems.stop(1, 'duplicate_file', 'a file with this header and these totals came within 24 hours');
    }
    if (this.history.isModifierUsed(file.header)) {
      problems.stop(1, 'modifier_reused', 'another file of this origin and date has this file id modifier');
    }
    this.checkHeader(file, receipt, problems);
    for (const batch of file.batches) this.checkBatch(batch, { file, receipt, problems });
    this.checkTraces(file, receipt, problems);
    problems.assertNone();
  }

  private checkHeader({ header }: AchFile, receipt: Receipt, problems: Problems): void {
    if (header.destination !== this.settings.destination) {
      problems.add(1, 'destination', 'the immediate destination is not that of this bank');
    }
    const { customers } = this.settings;
    if (customers.length > 0 && !customers.some(({ immediateOrigin }) => immediateOrigin === header.origin.trim())) {
      problems.add(1, 'origin', 'the immediate origin is no customer of this bank');
    }
    if (Math.abs(daysAhead(receipt, header.creationDate)) > 1) {
      problems.add(1, 'date', 'the creation date is more than a day from today');
    }
  }

  private checkBatch(batch: AchBatch, context: { file: AchFile; receipt: Receipt; problems: Problems }): void {
    const { header, line } = batch;
    const { file, receipt, problems } = context;
    const refuse = (...[rule, detail]: [Parameters<Problems['add']>[1], string]) => problems.add(line, rule, detail);
    if (!COMPANY_SEC_CODES.includes(header.sec)) refuse('sec_code', `a company sends ${COMPANY_SEC_CODES.join(', ')}`);
    if (header.originDfi !== this.settings.routingNumber.slice(0, 8)) refuse('odfi', 'the originating bank is another');
    if (header.settlementDay !== '') refuse('settlement_date', 'the settlement date is left to the operator');
    const capitals = header.description.toUpperCase();
    if (RESERVED_DESCRIPTIONS.includes(capitals) && header.description !== capitals) {
      refuse('description_case', `${capitals} must be in capitals`);
    }
    if (!this.isCompanyOf(file.header.origin, header.companyId)) {
      refuse('company_id', 'the company identification is none of this immediate origin');
    }
    const ahead = daysAhead(receipt, header.effectiveDate);
    if (ahead > MOST_DAYS_AHEAD)
      refuse('effective_date', `the effective date is more than ${MOST_DAYS_AHEAD} days away`);
    const effective = longDate(header.effectiveDate);
    if (effective && !isBankingDay(effective)) refuse('effective_date', 'the effective date is no banking day');
    for (const entry of batch.entries) {
      this.checkEntry(entry, batch, problems);
      if (ahead === 0 && entry.cents > SAME_DAY_LIMIT_CENTS) {
        problems.add(entry.line, 'same_day_limit', 'a same-day entry is limited to $1,000,000.00');
      }
    }
  }

  /** Trace numbers ascend within a batch; here they are compared with other batches and files. */
  private checkTraces({ batches }: AchFile, { at }: Receipt, problems: Problems): void {
    const seen = new Set<string>();
    for (const { line, trace } of batches.flatMap(({ entries }) => entries)) {
      if (seen.has(trace)) problems.add(line, 'trace_reused', 'another batch has an entry with this trace number');
      if (this.history.isTraceUsed(trace, at)) {
        problems.add(line, 'trace_reused', 'an entry with this trace number came within 60 days');
      }
      seen.add(trace);
    }
  }

  private isCompanyOf(origin: string, companyId: string): boolean {
    const { customers } = this.settings;
    const customer = customers.find(({ immediateOrigin }) => immediateOrigin === origin.trim());
    return customers.length === 0 || (customer?.companyIds.includes(companyId) ?? false);
  }

  private checkEntry(entry: AchEntry, { header }: AchBatch, problems: Problems): void {
    if (entry.addenda.some(({ type }) => type !== '05')) {
      problems.add(entry.line, 'forward_entry', 'a company sends no returns and no notifications of change');
    }
    if (header.sec !== 'WEB') return;
    if (COMPANY_NAME.test(entry.name) || this.settings.businessAccounts.includes(entry.account)) {
      problems.add(entry.line, 'web_to_company', 'a WEB entry goes to persons only');
    }
    if (!PAYMENT_TYPES.includes(entry.data)) {
      problems.add(entry.line, 'payment_type', 'the payment type must be R, S or blank');
    }
  }
}
