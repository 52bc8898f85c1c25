/** What `payments inspect` shows. Apart from the statements, so that help loads no library. */
export const topics = {
  activity: 'sessions that do something, the oldest transaction first, with those that block them',
  connections: 'open connections by login, application and state, and how many there may be',
  replication: 'standbys, and slots that keep write-ahead log, with how far each is behind',
  storage: 'size of the database and of its write-ahead log, and how often indexes are found in memory',
  tables: 'the largest tables: rows, what vacuum left, sizes, and index bytes of a row',
  tasks: 'tasks by queue and last error: how many, how many are due, since when, after how many attempts',
  events: 'events without a position, for which no webhook is scheduled, and the oldest event that is kept',
  legs: 'legs that the processor has or may have without an end, the oldest first',
  endpoints: 'webhook endpoints with events that are due, or that fail',
  returns: 'debits of the last 60 days by originator, and how many came back',
  'return-codes': 'returns of debits in bank files of the last 60 days, by code',
} as const;

export type Topic = keyof typeof topics;
