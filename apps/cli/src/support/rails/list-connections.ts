import type { Config } from '@payments/config';
import { QuickstartError } from '@payments/quickstart';
import { ConnectionStates, CutWindow, nextCuts } from '@payments/rails';
import type { Connection, ConnectionState, OpenWindow } from '@payments/rails';
import { commandConfig, withApplication } from '../application.js';
import { columns, paint, table } from '../terminal.js';
import { describeState } from './describe-state.js';
import { untilText } from './list-windows.js';
import { bankConnections } from './profiles.js';

interface ListRequest {
  readonly connection: string | undefined;
  readonly json: boolean;
}

type LiveState = ConnectionState & { readonly waiting: readonly OpenWindow[] };

/**
 * Prints what each connection is, from its profile: where it leads, what it carries, and when it cuts its next file; and
 * how the work for it goes, from the database.
 */
export async function listConnections({ connection, json }: ListRequest): Promise<void> {
  const connections = bankConnections(connection);
  const states = await statesOf(connections);
  const now = new Date();
  const views = connections.map((each) => connectionView(each, now));
  if (json) {
    const shown = views.map((view, at) => {
      const state = states?.[at];
      return { ...view, state: state === undefined ? null : stateView(state) };
    });
    return print(JSON.stringify({ command: 'rails connections', connections: shown }, null, 2));
  }
  print(tableOf(views, now));
  if (states === undefined) return print(`\n${paint('dim', 'no database is set, so nothing is known of their work')}`);
  for (const [at, { name }] of views.entries()) {
    const { waiting, ...state } = states[at]!;
    print(`\n${paint('bold', name)}\n${columns(describeState(state, waiting, now))}`);
  }
}

/** In the order of the connections; undefined where no database is set, as before the service is installed. */
async function statesOf(connections: readonly Connection[]): Promise<LiveState[] | undefined> {
  const config = configWithDatabase();
  if (config === undefined) return undefined;
  return withApplication(config, async (app) => {
    const states = app.get(ConnectionStates, { strict: false });
    const windows = await app.get(CutWindow, { strict: false }).list();
    const now = new Date();
    return Promise.all(
      connections.map(async (connection) => ({
        ...(await states.of(connection, now)),
        waiting: windows.filter(({ connection: name }) => name === connection.name),
      })),
    );
  });
}

function configWithDatabase(): Config | undefined {
  try {
    return commandConfig();
  } catch (error) {
    if (error instanceof QuickstartError) return undefined;
    throw error;
  }
}

function stateView({ waiting, ...state }: LiveState) {
  const windows = waiting.map(({ rail, window_key, entries, payments, cents, cut_at }) => ({
    ...{ rail, window: window_key, entries, payments, cents: Number(cents), cut_at },
  }));
  return { ...state, waiting: windows };
}

function connectionView(connection: Connection, now: Date) {
  const { name, odfi, channel, rails, companies } = connection;
  const carried = Object.entries(rails).filter(([, carrier]) => carrier !== 'off');
  const [cut] = nextCuts(connection, now, 3).filter(({ rail }) => rails[rail] === 'ach');
  return {
    ...{ name, bank: odfi.name, routing_number: odfi.routing_number },
    channel:
      channel.kind === 'sftp'
        ? `sftp ${channel.username}@${channel.host}:${channel.port}`
        : `directory ${channel.root}`,
    rails: Object.fromEntries(carried),
    companies: companies.map(({ enterprise_id, company_id, company_name }) => ({
      enterprise_id,
      company_id,
      company_name,
    })),
    next_cut: cut ? { rail: cut.rail, at: cut.windowAt } : null,
  };
}

function tableOf(views: readonly ReturnType<typeof connectionView>[], now: Date): string {
  const heading = ['connection', 'bank', 'channel', 'rails', 'companies', 'next cut'];
  const rows = views.map(({ name, bank, channel, rails, companies, next_cut }) => [
    ...[
      name,
      bank,
      channel,
      Object.entries(rails)
        .map(([rail, by]) => (by === 'connector' ? `${rail} (connector)` : rail))
        .join(' '),
    ],
    ...[String(companies.length), next_cut ? `${next_cut.rail} ${untilText(next_cut.at, now)}` : '-'],
  ]);
  return table([heading, ...rows]);
}

const print = (text: string) => void process.stdout.write(`${text}\n`);
