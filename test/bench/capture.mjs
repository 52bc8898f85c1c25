// What an operation sends to the database, recorded from the service itself, so that a yardstick can send the same.
import { require } from './stage.mjs';

const FRAME = /^(BEGIN|COMMIT|ROLLBACK|NOTIFY)\b/;
const BEGIN = /^BEGIN\b.*\bROLE payments_app\b/;

/** Runs `work` and returns how its transaction begins, and the statements until COMMIT, with their names and values. */
export async function captureTransaction(work) {
  const { Client } = require('pg');
  const send = Client.prototype.query;
  const sent = [];
  let begin;
  Client.prototype.query = function (...parameters) {
    const [query, values] = parameters;
    const statement = typeof query === 'string' ? { text: query, values: Array.isArray(values) ? values : [] } : query;
    if (BEGIN.test(statement.text)) begin = statement.text;
    if (!FRAME.test(statement.text)) sent.push(statement);
    return send.apply(this, parameters);
  };
  try {
    await work();
  } finally {
    Client.prototype.query = send;
  }
  return { begin, statements: sent.map(({ text, name, values }) => ({ text, name, values: portable(values ?? []) })) };
}

// Through JSON, as the yardstick is another process.
function portable(values) {
  return JSON.parse(JSON.stringify(values, (_key, value) => (typeof value === 'bigint' ? value.toString() : value)));
}
