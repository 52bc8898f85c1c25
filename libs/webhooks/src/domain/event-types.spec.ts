import type { ResourceType } from '@payments/kernel';
import { CHANGES, EVENT_TYPES, subscribes, SUBSCRIPTIONS } from './event-types.js';

const events = (Object.keys(CHANGES) as ResourceType[]).flatMap((resource_type) =>
  CHANGES[resource_type].map((change) => ({ resource_type, type: `${resource_type}_${change}` })),
);

describe('event subscriptions', () => {
  it('there are 30 event types and 13 selectors, each once', () => {
    expect(EVENT_TYPES).toHaveLength(30);
    expect(new Set(SUBSCRIPTIONS).size).toBe(43);
    expect(EVENT_TYPES).toContain('transfer_created');
    expect(SUBSCRIPTIONS).toEqual(
      expect.arrayContaining(['subscribe_all', 'person_all', 'business_all', 'external_account_all', 'transfer_all']),
    );
  });

  it.each(events)('the single type $type selects that event and no other', ({ type }) => {
    expect(events.filter((event) => subscribes([type], event)).map((event) => event.type)).toEqual([type]);
  });

  it.each(Object.keys(CHANGES) as ResourceType[])('the selector %s_all selects the events of that kind', (kind) => {
    const selected = events.filter((event) => subscribes([`${kind}_all`], event));
    expect(selected).toEqual(events.filter(({ resource_type }) => resource_type === kind));
    expect(selected).toHaveLength(CHANGES[kind].length);
  });

  it('subscribe_all selects every event', () => {
    expect(events.filter((event) => subscribes(['subscribe_all'], event))).toEqual(events);
  });

  it('several subscriptions select what any of them selects', () => {
    const selected = events.filter((event) => subscribes(['person_created', 'transfer_all'], event));
    expect(selected.map(({ type }) => type)).toEqual(['person_created', 'transfer_created', 'transfer_updated']);
  });
});
