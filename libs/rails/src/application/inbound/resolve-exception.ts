import { Injectable } from '@nestjs/common';
import { newId, newYorkDate, UnitOfWork } from '@payments/kernel';
import { workContext } from '@payments/observability';
import { Enterprises } from '@payments/persistence';
import { centsMoved, MATCHABLE_KINDS } from '../../domain/inbound/exceptions.table.js';
import { achWaiversIn } from '../../domain/inbound/waivers.js';
import type { FileTime } from '../../domain/inbound/return-time.js';
import { isReturned, type ReturnedItem } from '../../domain/inbound/returned-item.js';
import { Profiles } from '../ports.js';
import type { ExplainedDay } from '../statements/ports.js';
import { ApplyReturns } from './apply-returns.js';
import { itemsOfFile } from './items-of-file.js';
import { ExceptionDecisions } from './exception-decisions.js';
import type { Operator } from './exception-decisions.js';
import { ExceptionMoney } from './exception-money.js';
import { InboundContent } from './inbound-content.js';
import { InboundOperationError } from './operate-inbound.js';
import { SENT_ENTRIES } from './return-effects.js';
import { ReturnedMoney } from './returned-money.js';
import { type CandidateEntry, InboundFiles, type RailException, ReturnedEntries } from './ports.js';

/** The entry that an operator means, and whose it may be: of any enterprise of the connection if omitted. */
interface MeantEntry {
  readonly endToEndId: string;
  readonly among?: readonly string[];
}

/** What an exception is about: the item in the file of the bank, and the entry that an operator names. */
@Injectable()
export class ExceptionItems {
  constructor(
    private readonly files: InboundFiles,
    private readonly content: InboundContent,
    private readonly entries: ReturnedEntries,
    private readonly enterprises: Enterprises,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Reads the item again: the exception holds no account number. */
  async read({ inbound_id, line }: RailException): Promise<{ item: ReturnedItem; time: FileTime }> {
    const file = inbound_id === null ? undefined : await this.files.find(inbound_id);
    if (file?.document_id == null) throw new InboundOperationError('the file of the exception is not stored any more');
    const fetched = { date: newYorkDate(file.fetched_at), at: file.fetched_at };
    const groups = itemsOfFile(this.content.read(file), { accept: achWaiversIn(file.waivers), fetched });
    for await (const { items, time } of groups) {
      const item = items.find((each) => each.line === line);
      if (item !== undefined && isReturned(item)) return { item, time };
    }
    throw new InboundOperationError(`line ${line} of the file cannot be read as a return or change; ask the bank`);
  }

  async entry(name: string, endToEndId: string, enterpriseIds: readonly string[]): Promise<CandidateEntry> {
    for (const enterprise_id of enterpriseIds) {
      const tenant = await this.enterprises.find(enterprise_id);
      if (tenant === undefined) continue;
      const found = await workContext.run({ requestId: newId(), tenant, actor: 'operator' }, () =>
        this.unitOfWork.read(() => this.entries.byEndToEndId(name, endToEndId)),
      );
      if (found !== undefined) return { ...found, is_sent: SENT_ENTRIES.has(found.state) };
    }
    throw new InboundOperationError(`no entry of ${name} that is in a file has the end-to-end id ${endToEndId}`, true);
  }
}

interface Undoing {
  readonly operator: Operator;
  readonly resolution: string;
}

/** Ends an exception by the decision of an operator. */
@Injectable()
export class ResolveException {
  constructor(
    private readonly decisions: ExceptionDecisions,
    private readonly profiles: Profiles,
    private readonly apply: ApplyReturns,
    private readonly items: ExceptionItems,
    private readonly money: ExceptionMoney,
    private readonly returned: ReturnedMoney,
  ) {}

  /** Nothing is booked; the reason says why. What was booked of a line that the bank has corrected is taken back. */
  async ignore(id: string, operator: Operator): Promise<void> {
    const exception = await this.decisions.open(id);
    const line = await this.money.explained(exception);
    if (line?.is_corrected === true) {
      // Begun after the correction, and interrupted: it has to make way.
      if (exception.decision !== null) await this.decisions.abandon(exception, exception.decision);
      return this.undo(exception, line, { operator, resolution: `ignored: ${operator.reason}` });
    }
    await this.money.assertNone(exception);
    const resolution = `ignored: ${operator.reason}`;
    await this.decisions.record(exception, operator, resolution);
    await this.decisions.end(exception, resolution, operator);
  }

  /** What was booked of an explained line is booked the other way, and the line is open again. @throws InboundOperationError */
  async takeBack(id: string, operator: Operator): Promise<void> {
    const exception = await this.decisions.open(id);
    const line = await this.money.explained(exception);
    if (line?.is_corrected !== false) return this.ignore(id, operator);
    const resolution = `taken back: ${operator.reason}`;
    const enterpriseId = exception.for_enterprise!;
    await this.decisions.begin(exception, { resolution, enterpriseId, endToEndId: null, isOfPayment: false });
    await this.undo(exception, line, { operator, resolution });
  }

  private async undo(exception: RailException, line: ExplainedDay, { operator, resolution }: Undoing): Promise<void> {
    await this.decisions.record(exception, operator, resolution);
    if (!(await this.money.takeBack(exception, line, operator.actor)) && !line.is_corrected) {
      await this.decisions.abandon(exception, resolution);
      throw unbookedLine(exception.id);
    }
    await this.decisions.end(exception, resolution, operator);
    await this.money.forget(exception);
  }

  /** Applies the return or the change to the entry that is meant, as if it had matched. */
  async match(id: string, { endToEndId, among }: MeantEntry, operator: Operator): Promise<void> {
    const exception = await this.decisions.open(id);
    if (!MATCHABLE_KINDS.has(exception.kind)) {
      throw new InboundOperationError(
        `an exception of the kind ${exception.kind} is about no entry; resolve it with --ignore`,
      );
    }
    await this.money.assertNone(exception);
    const owners = await this.returned.ownersOf(exception);
    if (among !== undefined && owners.length > 0 && !owners.some((owner) => among.includes(owner))) {
      throw new InboundOperationError(
        'the bank names a payment of another enterprise; ask the operator of the service',
      );
    }
    const connection = this.profiles.named(exception.connection);
    const { item, time } = await this.items.read(exception);
    const enterpriseIds = among ?? connection.companies.map(({ enterprise_id }) => enterprise_id);
    const entry = await this.items.entry(connection.name, endToEndId, enterpriseIds);
    assertFits(item, entry);
    const cents = centsMoved(exception) ?? 0n;
    await this.money.assertUnexplained(exception, cents, [entry.trace, entry.end_to_end_id]);
    const resolution = `entry: ${endToEndId}`;
    const isOfPayment = owners.length > 0;
    await this.decisions.begin(exception, { resolution, enterpriseId: entry.enterprise_id, endToEndId, isOfPayment });
    await this.decisions.record(exception, operator, resolution);
    await this.apply.applyToEntry({ connection, inboundId: exception.inbound_id!, time }, item, entry);
    await this.decisions.end(exception, resolution, operator);
  }

  /** Gives an enterprise the money that the bank moved, or charges it: through suspense, exactly once. */
  async book(id: string, enterpriseId: string, operator: Operator): Promise<bigint> {
    const exception = await this.decisions.open(id);
    const { companies } = this.profiles.named(exception.connection);
    const owners = [exception.for_enterprise, ...companies.map(({ enterprise_id }) => enterprise_id)];
    if (!owners.includes(enterpriseId)) {
      throw new InboundOperationError(`${exception.connection} has no company of this enterprise in BANKS_FILE`);
    }
    const cents = await this.money.toBook(exception, enterpriseId);
    const resolution = `booked: ${enterpriseId}`;
    const isOfPayment = (await this.returned.ownersOf(exception)).length > 0;
    await this.decisions.begin(exception, { resolution, enterpriseId, endToEndId: null, isOfPayment });
    await this.decisions.record({ ...exception, for_enterprise: enterpriseId }, operator, resolution);
    try {
      await this.money.book(exception, { enterpriseId, cents, actor: operator.actor });
    } catch (error) {
      // Something else was booked of the payment meanwhile.
      if (error instanceof InboundOperationError) await this.decisions.abandon(exception, resolution);
      throw error;
    }
    await this.decisions.end(exception, resolution, operator);
    return cents;
  }
}

/** Its booking may still come. */
export function unbookedLine(id: string): InboundOperationError {
  return new InboundOperationError(`nothing of it is booked yet; repeat 'rails statements explain ${id}' first`);
}

/** An operator may know better which entry is meant, but never what amount came back. @throws InboundOperationError */
function assertFits(item: ReturnedItem, entry: CandidateEntry): void {
  const problem = !entry.is_sent
    ? `is ${entry.state}, so the bank cannot return it`
    : item.direction !== entry.direction
      ? `is a ${entry.direction}, and what came back is a ${item.direction}`
      : item.kind === 'return' && item.amount !== entry.amount
        ? 'has another amount than what came back'
        : undefined;
  if (problem !== undefined) throw new InboundOperationError(`the entry ${problem}; ask the bank which one is meant`);
}
