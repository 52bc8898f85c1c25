import { Injectable } from '@nestjs/common';
import { newYorkInstant } from '@payments/kernel';
import { CreditBalance, Suspense } from '@payments/ledger';
import { BOOKABLE_KINDS, centsMoved } from '../../domain/inbound/exceptions.table.js';
import { signedOf } from '../../domain/statements/match-statement.js';
import type { Operator } from '../inbound/exception-decisions.js';
import { ConnectionAudit, InboundOperationError } from '../inbound/operate-inbound.js';
import { RailExceptions } from '../inbound/ports.js';
import { Profiles } from '../ports.js';
import { TenantWork } from '../tenant-work.js';
import { Postings, Statements, type StoredLine } from './ports.js';
import { wordsOf } from '../../domain/statements/batch-name.js';

/** What a line is that no payment of ours explains. */
export const EXPLANATIONS = ['fee', 'interest', 'transfer', 'wire_in'] as const;
export type Explanation = (typeof EXPLANATIONS)[number];

type FoundLine = StoredLine & { readonly connection: string };

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
    private readonly tenantWork: TenantWork,
  ) {}

  /** Whether what was explained is booked, or is shown as an exception until it is. */
  async isBooked(line: FoundLine): Promise<boolean> {
    if (line.explained_as !== 'wire_in') return (await this.exceptions.find(line.id)) !== undefined;
    return (await this.credited(line, line.explained_for!)) !== undefined;
  }

  /** Books the line as what it is. @throws InboundOperationError, with nothing booked */
  async book(line: FoundLine, explained: Explained): Promise<void> {
    await this.assertUnclaimed(line);
    if (explained.as === 'wire_in') await this.creditWire(line, explained.enterpriseId);
    else await this.suspend(line, explained);
  }

  /** @throws InboundOperationError if an exception is about the same money: it is booked once. */
  private async assertUnclaimed(line: FoundLine): Promise<void> {
    const named = await this.exceptions.named(line.connection, line);
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

  /** Credits the enterprise with a wire, once for the reference of the bank. @throws InboundOperationError */
  private async creditWire(line: FoundLine, enterpriseId: string): Promise<void> {
    if (line.direction !== 'credit') {
      throw new InboundOperationError('the line took money; a wire that came in is a credit');
    }
    const own = await this.postings.knownReference(line.connection, [...line.references, ...wordsOf(line.text)]);
    if (own !== undefined) {
      throw new InboundOperationError(`it has our reference ${own}, so it is no wire; ask the bank why it differs`);
    }
    if ((await this.exceptions.find(line.id)) !== undefined) {
      throw new InboundOperationError(`its explanation was begun; resolve the exception ${line.id} with --book`);
    }
    const reference = referenceOf(line);
    const credited = await this.credited(line, enterpriseId);
    if (credited === undefined) {
      const wire = { amount: Number(line.amount), reference, banking_at: instantOf(line) };
      await this.tenantWork.run(enterpriseId, () => this.credit.execute(wire));
    } else if (credited !== line.amount) {
      throw new InboundOperationError(
        `${credited} cents were credited under the reference ${reference}, but the line has ${line.amount}; ask the bank`,
      );
    }
  }

  private credited(line: FoundLine, enterpriseId: string): Promise<bigint | undefined> {
    return this.tenantWork.read(enterpriseId, () => this.credit.credited(referenceOf(line)));
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
    const { for_enterprise } = (await this.exceptions.find(line.id))!;
    if (for_enterprise !== enterpriseId) {
      throw new InboundOperationError(`its explanation was begun for ${for_enterprise}; repeat it for that enterprise`);
    }
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
    const { companies, name } = this.profiles.named(line.connection);
    if (!companies.some(({ enterprise_id }) => enterprise_id === enterpriseId)) {
      throw new InboundOperationError(`${name} has no company of this enterprise in BANKS_FILE`);
    }
    await this.audit.record({ companies: [{ enterprise_id: enterpriseId }] }, operator, {
      ...{ action: 'statement_line.explained', subject_type: 'statement_line', subject_id: lineId },
      after: { as, cents: Number(signedOf(line)) },
    });
    // Before it is booked, so that nobody explains it in another way, and no comparison or correction of the statement misses it.
    if (!isClaimed && !(await this.statements.explain(lineId, as, enterpriseId))) {
      throw new InboundOperationError(`the line was matched or explained meanwhile; see 'rails statements show'`);
    }
    try {
      await this.booking.book(line, explained);
    } catch (error) {
      if (!isClaimed && error instanceof InboundOperationError) await this.statements.reopen(lineId);
      throw error;
    }
    return line;
  }

  /** An open line, or one whose booking was interrupted. */
  private async toExplain(lineId: string, { as, enterpriseId }: Explained) {
    const line = await this.statements.findLine(lineId);
    if (line === undefined) {
      throw new InboundOperationError(
        `no line has the id ${lineId}; see them with 'rails statements show ID --open'`,
        true,
      );
    }
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
        : `the line was explained as ${line.explained_as} already`,
    );
  }
}

/** By which a wire is credited once. */
const referenceOf = ({ references, id }: FoundLine) => references[0] ?? id;

/** A line belongs to its value day, whenever it is explained. */
const instantOf = ({ value_day }: FoundLine) => newYorkInstant(value_day, '12:00');
