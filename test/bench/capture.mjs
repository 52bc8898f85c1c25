// What an operation sends to the database, recorded from the service itself, so that a yardstick can send the same.
import { require } from './stage.mjs';

const FRAME = /^(BEGIN|COMMIT|ROLLBACK|NOTIFY)\b/;

/** Runs `work` and returns the statements between BEGIN and COMMIT, with their names and values. */
export async function captureStatements(work) {
  const { Client } = require('pg');
  const send = Client.prototype.query;
  const sent = [];
  Client.prototype.query = function (...parameters) {
    const [query, values] = parameters;
    const statement = typeof query === 'string' ? { text: query, values } : query;
    if (!FRAME.test(statement.text)) sent.push(statement);
    return send.apply(this, parameters);
  };
  try {
    await work();
  } finally {
    Client.prototype.query = send;
  }
  return sent.map(({ text, name, values }) => ({ text, name, values: portable(values ?? []) }));
}

// Through JSON, as the yardstick is another process.
function portable(values) {
  return JSON.parse(JSON.stringify(values, (_key, value) => (typeof value === 'bigint' ? value.toString() : value)));
}
