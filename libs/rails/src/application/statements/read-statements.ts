import { Injectable } from '@nestjs/common';
import { masked } from '@payments/kernel';
import { companyIdsOf } from '../../domain/company-identity.js';
import type { Connection } from '../../domain/connection.js';
import type { Waiver } from '../../domain/inbound/waivers.js';
import { countingOf, openingOf } from '../../domain/statements/continuity.js';
import { joined } from '../../domain/statements/joined-pages.js';
import type { FileClosed, StatementHeader } from '../../domain/statements/statement.js';
import { isSameAccount } from '../../domain/statements/statement-accounts.js';
import { storedText } from '../../domain/statements/statement-text.js';
import { odfiOf } from '../../domain/ach/file-headers.js';
import { InboundContent } from '../inbound/inbound-content.js';
import { RailExceptions, type InboundFile } from '../inbound/ports.js';
import { Profiles, SettlementAccounts } from '../ports.js';
import { type ClosedStatement, type DigestedEvent, StatementReader, Statements } from './ports.js';

type Closed = Extract<DigestedEvent, { kind: 'statement_closed' }> & { readonly id: string };

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
          const closed = await this.place(owner.name, { ...event, id: current.id });
          if (closed.state === 'unbooked')
            await this.raise(file, { connection: owner, ordinal, header: event.statement });
          await this.statements.close(current.id, closed);
          // Another worker may have closed the last other page meanwhile.
          if (closed.state === 'loading')
            await this.statements.close(current.id, await this.place(owner.name, { ...event, id: current.id }));
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

  private async place(connection: string, closed: Closed): Promise<ClosedStatement> {
    const { statement: header, totals } = closed;
    const [digest, told] = [closed.digest, { totals, digest: closed.digest }];
    if (header.status !== 'new') return { ...told, state: 'unbooked', supersedes: [] };
    if (header.purpose !== 'day') return { ...told, state: 'shown', supersedes: [] };
    if (header.page === null) return { ...told, ...(await this.placeOfDay(connection, header, told)) };
    const known = (await this.statements.pages(connection, header.id)).filter(
      (each) => each.statement_id !== closed.id,
    );
    if (known.some((each) => each.digest === digest.toString('hex') && each.page === header.page))
      return { ...told, state: 'repeated', supersedes: [] };
    const waiting = known.filter(({ state, page }) => state === 'loading' && page !== header.page);
    const whole = joined([...waiting, { ...header, ...told, statement_id: closed.id }]);
    if (whole === undefined) return { ...told, state: 'loading', supersedes: [] };
    const { opening, closing, credits, debits } = whole;
    const together = { totals: { lines: whole.lines, credits, debits }, digest };
    if (closing === null || (opening !== null && opening + credits - debits !== closing))
      return { ...together, state: 'unbooked', supersedes: [] };
    const placed = await this.placeOfDay(connection, { ...header, ...whole }, together);
    return { ...together, ...placed, joined: whole };
  }

  private async placeOfDay(
    connection: string,
    header: StatementHeader,
    { totals, digest }: Pick<ClosedStatement, 'totals' | 'digest'>,
  ): Promise<Pick<ClosedStatement, 'state' | 'supersedes' | 'restores'>> {
    const known = await this.statements.ofDay(connection, header.day);
    const own = { ...header, statement_id: '', digest: digest.toString('hex'), opening: openingOf(header, totals) };
    if (known.some((each) => each.digest === own.digest)) return { state: 'repeated', supersedes: [] };
    const counting = new Set(countingOf([...known, own]).map(({ statement_id }) => statement_id));
    const changed = (state: string, counts: boolean) =>
      known.filter((each) => each.state === state && counting.has(each.statement_id) === counts);
    return {
      state: counting.has('') ? 'current' : 'superseded',
      supersedes: changed('current', false).map(({ statement_id }) => statement_id),
      restores: changed('superseded', true).map(({ statement_id }) => statement_id),
    };
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
        detail: `statement of ${header.day}${header.page === null ? '' : ': its pages do not add up'}`,
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
