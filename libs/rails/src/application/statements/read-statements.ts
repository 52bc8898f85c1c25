import { Injectable } from '@nestjs/common';
import { masked } from '@payments/kernel';
import { companyIdsOf } from '../../domain/company-identity.js';
import type { Connection } from '../../domain/connection.js';
import type { Waiver } from '../../domain/inbound/waivers.js';
import { placeStatement } from '../../domain/statements/continuity.js';
import type { FileClosed, StatementHeader, StatementTotals } from '../../domain/statements/statement.js';
import { isSameAccount } from '../../domain/statements/statement-accounts.js';
import { storedText } from '../../domain/statements/statement-text.js';
import { odfiOf } from '../../domain/ach/file-headers.js';
import { InboundContent } from '../inbound/inbound-content.js';
import { RailExceptions, type InboundFile } from '../inbound/ports.js';
import { Profiles, SettlementAccounts } from '../ports.js';
import { type ClosedStatement, type DigestedEvent, StatementReader, Statements } from './ports.js';

interface Reading {
  readonly kind: 'bai2' | 'camt';
  readonly accept: readonly Waiver[];
}

/** The statements of a file: proven in the first reading, stored in the second one. */
@Injectable()
export class ReadStatements {
  constructor(
    private readonly content: InboundContent,
    private readonly profiles: Profiles,
    private readonly accounts: SettlementAccounts,
    private readonly reader: StatementReader,
    private readonly statements: Statements,
    private readonly exceptions: RailExceptions,
  ) {}

  /** Reads all of the file and changes nothing. @throws InboundFileError */
  async check(
    file: InboundFile,
    connection: Connection,
    reading: Reading,
  ): Promise<Pick<InboundFile, 'batches' | 'entries' | 'waived'> & { reason?: string }> {
    let [batches, entries] = [0, 0];
    for await (const event of this.events(file, connection, reading)) {
      if (event.kind === 'statement_opened') batches += 1;
      if (event.kind === 'lines') entries += event.lines.length;
      if (event.kind !== 'file_closed') continue;
      const { waived, others } = event;
      return { batches, entries, waived, ...(others.statements > 0 && { reason: notRead(others) }) };
    }
    throw new Error('a file of statements has an end');
  }

  /** Stores the statements of a file that was checked. Repeating it changes nothing. */
  async store(
    file: InboundFile,
    connection: Connection,
    { renew, ...reading }: Reading & { readonly renew: () => Promise<void> },
  ): Promise<void> {
    let owner = connection;
    let ordinal = 0;
    let position = 0;
    let statement: Awaited<ReturnType<Statements['begin']>> | undefined;
    // Lines are stored while the next ones are read.
    let storing = Promise.resolve();
    try {
      for await (const event of this.events(file, connection, reading)) {
        if (event.kind === 'file_closed') break;
        if (event.kind === 'statement_opened') {
          [ordinal, position] = [ordinal + 1, 0];
          const header = { ...event.statement, account: masked(event.statement.account) };
          owner = this.ownerOf(connection, event.statement);
          const place = { connection: owner.name, inbound_id: file.id, ordinal };
          statement = await this.statements.begin({ ...place, header });
        }
        const current = statement!;
        if (current.state !== 'loading') continue;
        if (event.kind === 'lines') {
          const lines = event.lines.map((line) => ({
            ...line,
            position: (position += 1),
            text: storedText(line.text, ownNumbersOf(owner)),
          }));
          await storing;
          storing = renew().then(() => this.statements.addLines(current, lines));
          // It is thrown where it is awaited.
          storing.catch(() => undefined);
        } else if (event.kind === 'statement_closed') {
          await storing;
          const closed = await this.place(owner.name, event);
          if (closed.state === 'unbooked')
            await this.raise(file, { connection: owner, ordinal, header: event.statement });
          await this.statements.close(current.id, closed);
        }
      }
    } finally {
      // Nothing is stored after an error.
      await Promise.allSettled([storing]);
    }
  }

  private async *events(
    file: InboundFile,
    connection: Connection,
    { kind, accept }: Reading,
  ): AsyncGenerator<DigestedEvent, void, undefined> {
    const accounts = this.sharing(connection).map((each) => ({
      number: this.accounts.numberOf(each),
      codes: each.statements.codes,
    }));
    const options = { accounts, accept };
    yield* this.reader.read(kind, this.content.read(file), options);
  }

  /** Connections of the same bank, whose statements may be in one file; first the one that the file came by. */
  private sharing(connection: Connection): Connection[] {
    const { routing_number } = connection.odfi;
    const others = this.profiles.connections.filter(({ name }) => name !== connection.name);
    return [connection, ...others.filter(({ odfi }) => odfi.routing_number === routing_number)];
  }

  private ownerOf(connection: Connection, { account }: StatementHeader): Connection {
    return this.sharing(connection).find((each) => isSameAccount(this.accounts.numberOf(each), account))!;
  }

  private async place(
    connection: string,
    { statement, totals, digest }: { statement: StatementHeader; totals: StatementTotals; digest: Buffer },
  ): Promise<ClosedStatement> {
    const { purpose, status, id, day } = statement;
    if (status !== 'new') return { totals, digest, state: 'unbooked', supersedes: [] };
    if (purpose !== 'day') return { totals, digest, state: 'shown', supersedes: [] };
    const known = (await this.statements.current(connection, day)).filter((each) => each.day === day);
    const place = placeStatement({ id, day, digest: digest.toString('hex') }, known);
    if (place === 'duplicate') return { totals, digest, state: 'repeated', supersedes: [] };
    const corrected = place === 'correction' ? known.filter((each) => each.id === id) : [];
    return { totals, digest, state: 'current', supersedes: corrected.map(({ statement_id }) => statement_id) };
  }

  private async raise(
    { id }: InboundFile,
    { connection, ordinal, header }: { connection: Connection; ordinal: number; header: StatementHeader },
  ): Promise<void> {
    await this.exceptions.add([
      {
        ...{ key: `statement_status:${id}:${ordinal}`, connection: connection.name, kind: 'statement_status' },
        ...{ for_enterprise: null, inbound_id: id, line: header.line, file_id: null, end_to_end_id: null },
        ...{ code: header.status, direction: null, amount: null, original_trace: null, trace: null },
        detail: `statement of ${header.day}`,
        due_date: null,
      },
    ]);
  }
}

const notRead = ({ statements, accounts }: FileClosed['others']) =>
  `statements of other accounts were not read: ${statements}, of ${accounts.join(', ')}`;

function ownNumbersOf(connection: Connection) {
  const companyIds = new Set(connection.companies.flatMap(companyIdsOf).map((id) => id.toUpperCase()));
  return { odfi: odfiOf(connection), companyIds };
}
