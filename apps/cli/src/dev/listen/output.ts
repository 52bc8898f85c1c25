import type { PaymentsEvent } from '@payments/client';
import { paint, say } from '../../support/terminal.js';
import type { Forwarded, ListenOutput } from './listen.js';

const SUCCESS = 200;
const FIRST_NO_SUCCESS = 300;

/** One line per event and one per response, for a person. */
export class ListenLines implements ListenOutput {
  ready(configurationId: string, secret: string): void {
    say(`listening with webhook configuration ${configurationId} until Ctrl-C; its secret is ${secret}`);
  }

  received(event: PaymentsEvent, genuine: boolean): void {
    const { id, status } = resourceOf(event);
    const mark = genuine ? paint('green', '✔') : paint('red', '✖ signature');
    const type = paint(status === 'failed' || status === 'rejected' ? 'red' : 'cyan', event.event_type.padEnd(26));
    print(`${paint('dim', time())}  ${mark} ${type} ${id}  ${status}`);
  }

  forwarded(_event: PaymentsEvent, { url, status, error, duration_ms }: Forwarded): void {
    const fine = status !== undefined && status >= SUCCESS && status < FIRST_NO_SUCCESS;
    print(`${' '.repeat(12)}  → ${paint(fine ? 'green' : 'red', String(status ?? error))} ${url} (${duration_ms} ms)`);
  }
}

/** One JSON object per line, for a program. */
export class ListenJson implements ListenOutput {
  ready(configuration_id: string, secret: string): void {
    print(JSON.stringify({ kind: 'ready', configuration_id, secret }));
  }

  received(event: PaymentsEvent, genuine: boolean): void {
    print(JSON.stringify({ kind: 'received', genuine, event }));
  }

  forwarded({ event_id }: PaymentsEvent, response: Forwarded): void {
    print(JSON.stringify({ kind: 'forwarded', event_id, ...response }));
  }
}

function resourceOf({ event_data }: PaymentsEvent): { readonly id: string; readonly status: string } {
  const [resource] = Object.values(event_data) as Readonly<Record<string, string | undefined>>[];
  return { id: resource?.['id'] ?? '', status: resource?.['status'] ?? resource?.['verification_status'] ?? '' };
}

const time = () => new Date().toISOString().slice('yyyy-mm-ddT'.length, -1);

const print = (line: string) => process.stdout.write(`${line}\n`);
