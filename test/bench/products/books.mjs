// Subledgers: book transfers beside changing two rows, payouts from a thousand books beside those from one, and the
// balances of five hundred beside the balance of the enterprise.
import { compare, median, newReference, progress, requestOf } from '../load.mjs';
import { ask } from '../party.mjs';
import { payout, pileUp, SETTINGS as WITHOUT_WAITING } from '../pipeline.mjs';
import { compareLatency, LIST_SHARE } from './latency.mjs';
import { openWorld } from './world.mjs';

const BOOKS = 1_000;
const LISTED = 10_000;
const FUNDS = 100_000_000;
const CENT = 1;
const AT_ONCE = 10;
const CREDIT = 9_999_999_999;
const nameOf = (number) => `book-${number}`;
const anyBook = () => Math.floor(Math.random() * BOOKS);
const twoBooks = () => {
  const from = anyBook();
  return { from, to: (from + 1 + Math.floor(Math.random() * (BOOKS - 1))) % BOOKS };
};

/** @returns rates of book transfers and of the yardstick, rates of payouts, and latencies of the balances */
export async function measureBooks(stage, load) {
  const world = await openWorld(stage, 'books', WITHOUT_WAITING);
  const enterprise = await world.enterprise();
  await world.settle();
  await openBooks(enterprise);
  await world.owner.query('VACUUM ANALYZE');
  const moved = await compareMoves(world, enterprise, load);
  const paid = await comparePayouts(world, enterprise, load);
  await fillList(world.owner);
  const read = (name, path) => ({ name, server: enterprise, operation: { method: 'GET', path } });
  const contestants = [read('balance', '/deliver/balance'), read('balances', '/deliver/balance/subledgers?size=500')];
  return { moved, paid, read: await compareLatency('books', contestants, { ...load, rate: load.rate * LIST_SHARE }) };
}

/** A thousand subledgers with money. */
async function openBooks({ url, headers }) {
  progress(`books  opening ${BOOKS} subledgers`);
  const post = (path, body) => ask(url, 'POST', path, { headers, body });
  for (let sum = 0; sum < BOOKS * FUNDS; sum += CREDIT) await post('/sandbox/balance/credit', { amount: CREDIT });
  const numbers = Array.from({ length: BOOKS }, (_, number) => number);
  for (let at = 0; at < BOOKS; at += AT_ONCE) {
    await Promise.all(
      numbers.slice(at, at + AT_ONCE).map(async (number) => {
        const side = { subledger_reference_id: nameOf(number) };
        await post('/deliver/subledgers', { ...side, customer_reference_id: 'bench-business' });
        const { book_transfer } = await post('/deliver/booktransfers', {
          ...{ book_transfer_reference_id: newReference(), amount: FUNDS, currency: 'USD', destination: side },
        });
        if (book_transfer.status !== 'completed') throw new Error(`no money: ${JSON.stringify(book_transfer)}`);
      }),
    );
  }
}

async function compareMoves({ database, owner }, { url, headers }, load) {
  await owner.query('CREATE TABLE public.two_rows (id int PRIMARY KEY, balance bigint NOT NULL)');
  await owner.query(`INSERT INTO public.two_rows SELECT n, ${FUNDS} FROM generate_series(0, ${BOOKS - 1}) n`);
  await owner.query('GRANT SELECT, UPDATE ON public.two_rows TO PUBLIC');
  const bare = await database.start('test/bench/products/two-rows.mjs', { APP_URL: database.appUrl });
  const transferOf = (reference) => {
    const { from, to } = twoBooks();
    return {
      ...{ book_transfer_reference_id: reference, amount: CENT, currency: 'USD' },
      source: { subledger_reference_id: nameOf(from) },
      destination: { subledger_reference_id: nameOf(to) },
    };
  };
  const ours = { method: 'POST', path: '/deliver/booktransfers', bodyOf: transferOf };
  const theirs = (rowsOf) => ({ method: 'POST', path: '/moves', bodyOf: () => ({ ...rowsOf(), amount: CENT }) });
  const oneDoor = () => ({ from: 0, to: 1 + Math.floor(Math.random() * (BOOKS - 1)) });
  const contestants = [
    { name: 'book transfers', url, headers, request: () => requestOf(ours) },
    { name: 'two rows, one of them always the same', url: bare.url, request: () => requestOf(theirs(oneDoor)) },
    { name: 'two rows', url: bare.url, request: () => requestOf(theirs(twoBooks)) },
  ];
  const { rows } = await compare('books', contestants, load);
  await bare.stop();
  const [book, door, spread] = rows;
  return { book: book.rate, door: door.rate, spread: spread.rate };
}

async function comparePayouts(world, api, { rounds, seconds }) {
  const of = (bookOf) => ({
    ...payout,
    bodyOf: (reference) => ({ ...payout.bodyOf(reference), subledger_reference_id: nameOf(bookOf()) }),
  });
  const turns = { one: of(() => 0), many: of(anyBook) };
  const rates = { one: [], many: [] };
  for (let round = 1; round <= rounds; round += 1) {
    const names = round % 2 === 0 ? ['many', 'one'] : ['one', 'many'];
    for (const name of names) {
      const run = { ...world, api, seconds };
      const { rate } = await pileUp(run, turns[name]);
      await run.worker.stop();
      rates[name].push(rate);
      progress(`books  round ${round}  payouts from ${name}: ${rate}/s`);
    }
  }
  return { one: median(rates.one), many: median(rates.many) };
}

/** More subledgers with balances like those of the first one, until there are as many as the list of the target has. */
async function fillList(owner) {
  await owner.query(`CREATE TEMP TABLE copies AS
    SELECT uuidv7() AS id, n FROM generate_series(${BOOKS}, ${LISTED - 1}) n`);
  await owner.query(`
    INSERT INTO subledgers.subledgers SELECT (jsonb_populate_record(s, jsonb_build_object('id', c.id,
      'subledger_reference_id', 'book-' || c.n, 'created_at', s.created_at + c.n * interval '1 ms'))).*
    FROM subledgers.subledgers s, copies c WHERE s.subledger_reference_id = '${nameOf(0)}'`);
  await owner.query(`
    INSERT INTO ledger.book_balances SELECT (jsonb_populate_record(b, jsonb_build_object('book', c.id, 'balance', 0))).*
    FROM ledger.book_balances b JOIN subledgers.subledgers s ON s.enterprise_id = b.enterprise_id AND s.id = b.book, copies c
    WHERE s.subledger_reference_id = '${nameOf(0)}'`);
  await owner.query('VACUUM ANALYZE');
}
