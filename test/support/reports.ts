import { parseCsv } from '@payments/kernel';
import { eventually } from '@payments/testing';
import type { ApiClient } from './api-client.js';

type Body = Record<string, unknown>;

export type Report = Body & { readonly id: string; readonly status: string };

/** From long before to this moment. */
export function untilNow(): { readonly start_time: string; readonly end_time: string } {
  const now = Date.now();
  return { start_time: new Date(now - 300 * 86_400_000).toISOString(), end_time: new Date(now).toISOString() };
}

/** Asks for a reconciliation report, and waits until it is complete. */
export async function reconReport(client: ApiClient, body: Body): Promise<Report> {
  const created = await client.post('/deliver/reports/recon', body);
  if (created.status !== 200) throw new Error(created.text);
  return untilCompleted(client, (created.body['report'] as Report).id);
}

export function untilCompleted(client: ApiClient, id: string): Promise<Report> {
  return eventually(`report ${id} completed`, async () => {
    const report = await readReport(client, id);
    if (report.status === 'failed') throw new Error(`report ${id} has failed: ${String(report['error'])}`);
    return report.status === 'completed' && report;
  });
}

export async function readReport(client: ApiClient, id: string): Promise<Report> {
  return (await client.get(`/deliver/reports/${id}`)).body['report'] as Report;
}

/** The rows of a file, by the names of the columns. */
export async function rowsOf(client: ApiClient, { id }: Pick<Report, 'id'>): Promise<Record<string, string>[]> {
  const { text } = await client.get(`/deliver/reports/${id}/download`);
  const [head, ...rows] = [...parseCsv(text)].map(({ cells }) => cells);
  return rows.map((cells) => Object.fromEntries(head!.map((name, index) => [name, cells[index]!])));
}
