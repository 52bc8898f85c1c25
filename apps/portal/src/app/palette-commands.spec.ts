import { commandsOf, kindsFor, pagesFor } from './palette-commands.js';
import type { Kind } from './palette-commands.js';

const SCOPES = ['read:transfers', 'read:balances', 'write:transfers'];
const enterprise = { id: 'e1', name: 'Acme', environment: 'production' } as const;
const labels = (text: string, scopes: readonly string[]) =>
  pagesFor(text, { scopes, enterprise }).map(({ label }) => label);

describe('the palette', () => {
  it('offers the pages and actions of the role, and narrows them by their names', () => {
    expect(labels('', SCOPES)).toEqual(['Home', 'Transfers', 'Balance', 'Batches', 'New transfer']);
    expect(labels(' TRANS', SCOPES)).toEqual(['Transfers', 'New transfer']);
    expect(labels('trans', ['read:balances'])).toEqual([]);
    expect(labels('new', ['write:transfers', 'write:external-accounts'])).toEqual(['New transfer', 'New account']);
    expect(labels('new', ['write:businesses'])).toEqual(['New customer']);
  });

  it('leads to the page of what was found, and says what it is', () => {
    const transfer = { type: 'transfer', id: 't1', title: 'payout-1', subtitle: 'jane', status: 'failed' } as const;
    const person = { type: 'person', id: 'p1', title: 'Jane Doe' } as const;
    expect(commandsOf([{ ...transfer, amount: 125_000 }, person])).toMatchObject([
      { label: 'payout-1', note: 'jane · $1,250.00 · Failed', to: '/transfers/t1' },
      { label: 'Jane Doe', note: '', to: '/customers/persons/p1' },
    ]);
  });

  it('leads to the page of a verification', () => {
    const hit = { type: 'verify_account', id: 'v1', title: 'Jane Doe', status: 'valid' } as const;
    expect(commandsOf([hit])).toMatchObject([{ label: 'Jane Doe', note: 'Valid', to: '/verifications/v1' }]);
  });

  it('leads to the page of whatever an event is about', () => {
    const pageOf = (type: Kind) => commandsOf([{ type, id: 'x1', title: 'an event' }]).map(({ to }) => to);
    expect((['schedule', 'approval', 'subledger', 'bulk_transfer', 'report'] as const).flatMap(pageOf)).toEqual([
      ...['/schedules/x1', '/approvals/x1', '/subledgers/x1', '/bulk/x1', '/reports/x1'],
    ]);
  });

  it('can be narrowed to the kinds of resources that the user reads', () => {
    const kinds = (...scopes: string[]) => kindsFor({ scopes, enterprise }).map(([, label]) => label);
    expect(kinds('read:transfers', 'read:external-accounts', 'read:persons', 'read:businesses')).toEqual([
      ...['Transfers', 'Accounts', 'Persons', 'Businesses'],
    ]);
    expect(kinds('read:persons', 'write:transfers')).toEqual(['Persons']);
  });
});
