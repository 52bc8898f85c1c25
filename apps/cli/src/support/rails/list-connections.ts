import { type Connection, nextCuts } from '@payments/rails';
import { table } from '../terminal.js';
import { untilText } from './list-windows.js';
import { bankConnections } from './profiles.js';

/** Prints what each connection is: where it leads, what it carries, and when it cuts its next file. */
export function listConnections({ json }: { readonly json: boolean }): void {
  const now = new Date();
  const connections = bankConnections();
  const views = connections.map((connection) => connectionView(connection, now));
  const text = json
    ? JSON.stringify({ command: 'rails connections', connections: views }, null, 2)
    : tableOf(views, now);
  process.stdout.write(`${text}\n`);
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
