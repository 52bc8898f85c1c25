import { Injectable } from '@nestjs/common';
import { newYorkInstant } from '@payments/kernel';
import { CreditBalance, Suspense } from '@payments/ledger';
import { BOOKABLE_KINDS, centsMoved } from '../../domain/inbound/exceptions.table.js';
import { wordsOf } from '../../domain/statements/batch-name.js';
import { signedOf } from '../../domain/statements/match-statement.js';
import type { Operator } from '../inbound/exception-decisions.js';
import { ConnectionAudit, InboundOperationError } from '../inbound/operate-inbound.js';
import { RailExceptions } from '../inbound/ports.js';
import { ResolveException, unbookedLine } from '../inbound/resolve-exception.js';
import { Profiles } from '../ports.js';
import { TenantWork } from '../tenant-work.js';
import { Postings, Statements, type StoredLine } from './ports.js';

/** What a line is that no payment of ours explains. */
export const EXPLANATIONS = ['fee', 'interest', 'transfer', 'wire_in'] as const;
export type Explanation = (typeof EXPLANATIONS)[number];

type FoundLine = StoredLine & { readonly connection: string };

/** What was credited under a reference. */
type Credited = NonNullable<Awaited<ReturnType<CreditBalance['credited']>>>;

interface Explained {
  readonly as: Explanation;
  readonly enterpriseId: string;
}

/** The ledger entries of lines that were claimed. Repeating one changes nothing. */
@Injectable()
export class LineBooking {
  constructor(
    private readonly suspense: Suspense,
    private readonly credit: CreditBalance,
    private readonly exceptions: RailExceptions,
    private readonly postings: Postings,
    private readonly statements: Statements,
    private readonly tenantWork: TenantWork,
  ) {}

  /** Whether what was explained is booked, or is in suspense until it is. */
  async isBooked(line: FoundLine): Promise<boolean> {
    const enterpriseId = line.explained_for!;
    if (line.explained_as === 'wire_in') {
      // From its exception on it is credited no more, only taken back.
      if ((await this.exceptions.find(line.id)) !== undefined) return true;
      const credit = await this.credited(line, enterpriseId);
      if (credit?.amount !== line.amount || (await this.correctedOf(line, credit)) !== undefined) return false;
      return (await this.otherOf(line, enterpriseId, credit)) === undefined;
    }
    const exception = await this.exceptions.find(line.id);
    if (exception?.state !== 'open') return exception !== undefined;
    return (await this.tenantWork.run(enterpriseId, () => this.suspense.balanceOf(line.id))) !== 0n;
  }

  /** The reference of a wire that was credited without the line, by hand or with another one; null if none was. */
  async creditedApart(line: FoundLine): Promise<string | null> {
    const credit = line.explained_as === 'wire_in' ? await this.credited(line, line.explained_for!) : undefined;
    return credit === undefined || credit.id === line.id ? null : credit.reference;
  }

  /** Whether an exception, or a credit of a wire, can say what becomes of the line. */
  async wasBegun(line: FoundLine): Promise<boolean> {
    if (line.explained_as === 'wire_in') return this.isBooked(line);
    return (await this.exceptions.find(line.id)) !== undefined;
  }

  /** Books the line as what it is. @throws InboundOperationError, with nothing booked */
  async book(line: FoundLine, explained: Explained): Promise<void> {
    // In this order: an exception that is resolved meanwhile leaves a posting.
    await this.assertUnclaimed(line);
    await this.assertNotOurs(line, explained.as);
    if (explained.as === 'wire_in') await this.creditWire(line, explained.enterpriseId);
    else await this.suspend(line, explained);
  }

  /** @throws InboundOperationError if an exception is about the same money: it is booked once. */
  private async assertUnclaimed(line: FoundLine): Promise<void> {
    const { connection, amount } = line;
    const named = await this.exceptions.named(connection, { references: wordsIn(line), amount });
    const claim = named.find(
      (each) => each.id !== line.id && BOOKABLE_KINDS.has(each.kind) && centsMoved(each) === signedOf(line),
    );
    if (claim === undefined) return;
    throw new InboundOperationError(
      claim.state === 'open'
        ? `the exception ${claim.id} is about it; resolve that one, and the line is explained`
        : `it was booked with the exception ${claim.id}; the next comparison matches them`,
    );
  }

  /** @throws InboundOperationError if it is a payment or return of ours: a comparison explains that. */
  private async assertNotOurs(line: FoundLine, as: Explanation): Promise<void> {
    const openOn = as === 'wire_in' ? undefined : line.direction;
    const own = await this.postings.knownReference(line.connection, wordsIn(line), openOn);
    if (own === undefined) return;
    throw new InboundOperationError(
      as === 'wire_in'
        ? `it has our reference ${own}, so it is no wire; ask the bank why it differs`
        : `it has our reference ${own}, which no statement confirms yet; compare with 'rails reconcile', and ask the bank if it differs`,
    );
  }

  /** Credits the enterprise with a wire, once for the reference of the bank. @throws InboundOperationError */
  private async creditWire(line: FoundLine, enterpriseId: string): Promise<void> {
    if (line.direction !== 'credit') {
      throw new InboundOperationError('the line took money; a wire that came in is a credit');
    }
    if ((await this.exceptions.find(line.id)) !== undefined) {
      throw new InboundOperationError(`its explanation was begun; resolve the exception ${line.id} with --book`);
    }
    const reference = namesOf(line)[0]!;
    const credit = await this.credited(line, enterpriseId);
    const other = credit && (await this.otherOf(line, enterpriseId, credit));
    // What a payer writes may come again with another reference of the bank.
    if (credit === undefined || (other !== undefined && credit.reference !== reference)) {
      const wire = { id: line.id, amount: Number(line.amount), reference, banking_at: instantOf(line) };
      await this.tenantWork.run(enterpriseId, () => this.credit.execute(wire));
      return;
    }
    const corrected = await this.correctedOf(line, credit);
    if (corrected !== undefined) {
      const then =
        corrected.state === 'open'
          ? `the bank has corrected; resolve the exception ${corrected.id} with --ignore first, and then`
          : 'was taken back;';
      throw new InboundOperationError(
        `it was credited with the line ${corrected.id}, which ${then} explain this one as a transfer, and book it`,
      );
    }
    if (other !== undefined) {
      throw new InboundOperationError(
        `the line ${other.id} was credited under the reference ${reference}; if the bank moved the money twice, explain this one as a transfer, and book it`,
      );
    }
    if (credit.amount !== line.amount) {
      throw new InboundOperationError(
        `${credit.amount} cents were credited under the reference ${credit.reference}, but the line has ${line.amount}; ask the bank`,
      );
    }
  }

  private credited(line: FoundLine, enterpriseId: string) {
    return this.tenantWork.read(enterpriseId, () => this.credit.credited(namesOf(line)));
  }

  /** The exception of another line that was credited with it: the bank has corrected that one. */
  private async correctedOf(line: FoundLine, { id }: Credited) {
    return id === line.id ? undefined : this.exceptions.find(id);
  }

  /** Another line that was credited with it. */
  private async otherOf(line: FoundLine, enterpriseId: string, { id, reference }: Credited) {
    if (id === line.id) return undefined;
    const explained = await this.statements.explainedLines(line.connection, [reference!]);
    return explained.find(
      (each) => each.id !== line.id && each.explained_as === 'wire_in' && each.explained_for === enterpriseId,
    );
  }

  /** Books the line against suspense, where an open exception shows it until somebody books it for an enterprise. */
  private async suspend(line: FoundLine, { as, enterpriseId }: Explained): Promise<void> {
    await this.exceptions.add([
      {
        ...{ id: line.id, key: `statement_line:${line.id}`, connection: line.connection, kind: 'statement_line' },
        ...{ for_enterprise: enterpriseId, inbound_id: null, line: null, file_id: null, end_to_end_id: null },
        ...{ code: null, direction: line.direction, amount: Number(line.amount), original_trace: null, trace: null },
        ...{ detail: as, due_date: null },
      },
    ]);
    const { for_enterprise, state } = (await this.exceptions.find(line.id))!;
    if (for_enterprise !== enterpriseId) {
      throw new InboundOperationError(`its explanation was begun for ${for_enterprise}; repeat it for that enterprise`);
    }
    if (state !== 'open') throw new InboundOperationError('its explanation was taken back; ask the bank what it moved');
    const occasion = { subject_id: line.id, banking_at: instantOf(line) };
    await this.tenantWork.run(enterpriseId, () => this.suspense.receive(occasion, 'statement_line', signedOf(line)));
  }
}

/** Lets an operator say what a line of a statement is. It is booked once, whatever is interrupted or repeated. */
@Injectable()
export class ExplainLine {
  constructor(
    private readonly statements: Statements,
    private readonly profiles: Profiles,
    private readonly audit: ConnectionAudit,
    private readonly booking: LineBooking,
  ) {}

  /** @throws InboundOperationError that says why not. */
  async execute(lineId: string, explained: Explained, operator: Operator): Promise<FoundLine> {
    const { as, enterpriseId } = explained;
    const { line, isClaimed } = await this.toExplain(lineId, explained);
    if (!isClaimed && (await this.statements.find(line.statement_id))?.reconciled_at === null) {
      throw new InboundOperationError(`its statement was not compared yet; do so with 'rails reconcile' first`);
    }
    const { companies, name } = this.profiles.named(line.connection);
    if (!companies.some(({ enterprise_id }) => enterprise_id === enterpriseId)) {
      throw new InboundOperationError(`${name} has no company of this enterprise in BANKS_FILE`);
    }
    await this.audit.record({ companies: [{ enterprise_id: enterpriseId }] }, operator, {
      ...{ action: 'statement_line.explained', subject_type: 'statement_line', subject_id: lineId },
      after: { as, cents: Number(signedOf(line)) },
    });
    // Before it is booked, so that nobody explains it in another way, and no comparison or correction of the statement misses it.
    if (!isClaimed && !(await this.statements.explain(line, as, enterpriseId))) {
      throw new InboundOperationError(`the line was matched or explained meanwhile; see 'rails statements show'`);
    }
    try {
      await this.booking.book(line, explained);
    } catch (error) {
      const isUnbooked = !isClaimed || as === 'wire_in';
      if (isUnbooked && error instanceof InboundOperationError) await this.statements.reopen(lineId);
      throw error;
    }
    return line;
  }

  /** An open line, or one whose booking was interrupted. */
  private async toExplain(lineId: string, { as, enterpriseId }: Explained) {
    const line = await this.statements.findLine(lineId);
    if (line === undefined) throw unknownLine(lineId);
    if (line.is_open) return { line, isClaimed: false };
    if (line.explained_with !== null) {
      throw new InboundOperationError(
        `it was explained as ${line.explained_as} with the line ${line.explained_with} of an earlier statement of the day`,
      );
    }
    const isMeant = line.explained_as === as && line.explained_for === enterpriseId;
    if (isMeant && !(await this.booking.isBooked(line))) return { line, isClaimed: true };
    throw new InboundOperationError(
      line.explained_as === null
        ? 'only an open line of a current statement can be explained'
        : `the line was explained as ${line.explained_as} already; 'rails statements take-back' undoes that`,
    );
  }
}

/** Takes back what a line was explained as, so that it can be explained anew: as something else, or for somebody else. */
@Injectable()
export class TakeBackLine {
  constructor(
    private readonly statements: Statements,
    private readonly booking: LineBooking,
    private readonly resolve: ResolveException,
  ) {}

  /** @returns the reference of a credit that stays. @throws InboundOperationError that says why not. */
  async execute(lineId: string, operator: Operator): Promise<string | null> {
    const line = await this.statements.findLine(lineId);
    if (line === undefined) throw unknownLine(lineId);
    if (line.explained_with !== null) {
      throw new InboundOperationError(`it was explained with the line ${line.explained_with}; take that one back`);
    }
    if (line.explained_as === null) throw new InboundOperationError('nobody has explained the line');
    if (!(await this.booking.wasBegun(line))) throw unbookedLine(lineId);
    await this.statements.reconsider(lineId);
    await this.resolve.takeBack(lineId, operator);
    return this.booking.creditedApart(line);
  }
}

function unknownLine(id: string): InboundOperationError {
  return new InboundOperationError(`no line has the id ${id}; see them with 'rails statements show ID --open'`, true);
}

/** All that a line names. */
const wordsIn = ({ references, text }: FoundLine) => [...references, ...wordsOf(text)].filter((each) => each !== '');

/** By which a wire is credited once, the bank's own reference first. */
const namesOf = ({ references, id }: FoundLine) => (references.length > 0 ? references : [id]);

/** A line belongs to its value day, whenever it is explained. */
const instantOf = ({ value_day }: FoundLine) => newYorkInstant(value_day, '12:00');
