/** Texts of the events of a resource. */
export const events = {
  'events.title': '{type} #{sequence}',
  'events.body': 'What endpoints receive',
  'events.empty.title': 'No events',
  'events.empty.text': 'Events are kept for 30 days.',
} as const;
