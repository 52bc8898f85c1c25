// What the service is to reach, what it reached by the recorded parts, and what is known about the rest.
import { operationsOf } from './record.mjs';

const CREATION = 'POST /deliver/transfers';
const LEAST_OF_BARE = {
  [CREATION]: { least: 0.85 },
  'POST /deliver/persons': { least: 0.6 },
  'POST /deliver/external/accounts': { least: 0.6 },
  'GET /deliver/transfers/{id}': { least: 0.8 },
  'GET /deliver/persons/{id}': { least: 0.8 },
  'GET /deliver/persons (100)': { least: 0.8 },
};
const SHARES_OF_CREATED = [
  { of: 'delivered', figure: 'Processed with each webhook delivered', least: 0.5 },
  { of: 'completed_together', figure: 'Completed while others are created', least: 0.4 },
  { of: 'delivered_together', figure: 'Completed while others are created, with webhooks', least: 0.3 },
];
const LEAST_OF_TOP = { [CREATION]: 0.9, 'GET /deliver/transfers/{id}': 0.8 };
/** Of the rate of reads when little is stored. */
const LEAST_OF_FEW = 0.85;
/** A schedule may take as long as so many requests that create a transfer. */
const CREATIONS_OF_A_SCHEDULE = 2;
const MOST_P99 = { [CREATION]: { most: 3 } };

/**
 * Known causes of what the service costs above a bare server, kept by hand: what the profile of an operation shows
 * (`npm run bench -- --profile`). `parts` are those whose misses it explains.
 */
export const CAUSES = [
  {
    cause: 'Each sealed field is decrypted: 3 to 5 µs per field, including garbage collection.',
    where: 'libs/persistence/src/crypto',
    parts: ['GET /deliver/persons/{id}', 'GET /deliver/persons (100)'],
  },
  {
    cause:
      'Token, scope, version and rate limit are checked on each request, and the response is serialized and logged.',
    where: 'libs/auth, libs/http',
    parts: ['GET /deliver/transfers/{id}', 'GET /deliver/persons/{id}', 'GET /deliver/persons (100)'],
  },
  {
    cause: 'A body is validated, its fields are sealed and hashed, an event with the whole resource is written.',
    where: 'libs/customers, libs/accounts, libs/messaging',
    parts: [CREATION, 'creations', 'POST /deliver/persons', 'POST /deliver/external/accounts'],
  },
  {
    cause:
      'A transfer with its three webhooks takes the worker 1.4 to 1.5 ms and PostgreSQL 0.6 ms of processor time, with two workers as with one. Three RSA signatures are 0.6 ms of it, and the system calls that write to receivers and PostgreSQL 0.3 ms. Creating it takes another 1 ms, the sender included.',
    where: 'libs/transfers, libs/webhooks',
    parts: ['pipeline'],
  },
  {
    cause:
      'The top is measured over 50 connections, the rest over 1,000. Over 1,000, a read takes the api 270 to 300 instead of 205 µs, and a creation 400 to 430 instead of 320 µs, even at the rate of the top. Refusing 150 to 200 requests a second takes 40 to 50 µs each.',
    where: 'libs/http/src/server/admission.ts',
    parts: ['overload'],
  },
];

/**
 * @returns figures: `value` beside the `least` or the `most` it is to be, and `isMet`; all three undefined where nothing
 *   is asked. `panel` is where the plot shows it, `detail` what it comes from.
 */
export function figuresOf(parts) {
  const figures = [
    ...operationsOf(parts).flatMap(ofOperation),
    ...(parts.creations ? ofCreations(parts.creations) : []),
    ...(parts.enterprises ? [ofEnterprises(parts.enterprises)] : []),
    ...(parts.stored ? ofStored(parts.stored) : []),
    ...(parts.verifications ? [ofVerifications(parts.verifications)] : []),
    ...(parts.schedules ? [ofSchedules(parts.schedules)] : []),
    ...(parts.pipeline ? ofPipeline(parts.pipeline) : []),
    ...(parts.overload ? parts.overload.operations.map(ofOverload) : []),
    ...(parts.memory ? [ofMemory(parts.memory)] : []),
    ...(parts.plans ? parts.plans.lists.map((list) => ofList(list, parts.plans)) : []),
  ];
  return figures.map((figure) => ({ ...figure, isMet: isMet(figure) }));
}

/** The causes that are known for the misses of a part, numbered as in the page. */
export function causesOf(part) {
  return CAUSES.flatMap(({ parts }, index) => (parts.includes(part) ? [index + 1] : []));
}

function isMet({ value, least, most }) {
  if (least === undefined && most === undefined) return undefined;
  return (least === undefined || value >= least) && (most === undefined || value <= most);
}

function ofOperation({ title, rows: [service, bare, pipelined] }) {
  return [
    {
      ...{ part: title, panel: 'ratio', label: title, figure: `${title}: requests/s ÷ bare` },
      ...{ value: bare.ratio, beside: pipelined.ratio, ...LEAST_OF_BARE[title] },
      detail: `${service.rate} of ${bare.rate}/s`,
    },
    {
      ...{ part: title, panel: 'p99', label: title, figure: `${title}: p99 ÷ bare` },
      ...{ value: bare.p99_ratio, beside: pipelined.p99_ratio, ...MOST_P99[title] },
      detail: `${service.p99_ms} of ${bare.p99_ms} ms`,
    },
  ];
}

function ofCreations({ rows: [plain, withKey, bare] }) {
  const part = 'creations';
  return [
    {
      ...{ part, figure: 'Creating transfers: requests/s with an Idempotency-Key ÷ without', least: 0.9 },
      ...{ value: withKey.rate / plain.rate, detail: `${withKey.rate} and ${plain.rate}/s` },
    },
    {
      ...{ part, figure: 'Creating transfers: requests/s ÷ bare server with five round trips', least: 0.6 },
      ...{ value: plain.rate / bare.rate, detail: `${plain.rate} of ${bare.rate}/s` },
    },
  ];
}

function ofEnterprises({ rows: [many, one] }) {
  return {
    ...{ part: 'enterprises', panel: 'growth', label: `1 enterprise ÷ ${many.name}` },
    ...{
      figure: `Creating transfers: requests/s of 1 enterprise ÷ ${many.name}`,
      value: one.rate / many.rate,
      least: 0.85,
    },
    detail: `${one.rate} and ${many.rate}/s`,
  };
}

function ofStored({ rows, memory, reads = [] }) {
  const [many, few] = rows;
  const growth = {
    ...{ part: 'stored', panel: 'growth', label: `${many.name} ÷ ${few.name}` },
    ...ofGrowth('Creating transfers', rows),
    least: 0.95,
  };
  return [
    growth,
    ...reads.map(({ title, rows }) => ({ part: 'stored', ...ofGrowth(title, rows), least: LEAST_OF_FEW })),
    ...(memory ? [ofHeld(memory)] : []),
  ];
}

function ofGrowth(title, [many, few]) {
  return {
    figure: `${title}: requests/s with ${many.name} ÷ ${few.name}`,
    ...{ value: many.rate / few.rate, detail: `${many.rate} and ${few.rate}/s` },
  };
}

function ofHeld({ before_mb, after_mb }) {
  const detail = `${before_mb} MB before`;
  return { part: 'memory', figure: 'Memory of the api', value: after_mb, unit: 'MB', most: 300, detail };
}

function ofVerifications({ rows: [verifying, registering] }) {
  return {
    ...{ part: 'verifications', figure: 'POST /verify/accounts ÷ POST /deliver/external/accounts', least: 0.9 },
    ...{ value: registering.ratio, detail: `${verifying.rate} and ${registering.rate}/s` },
  };
}

function ofSchedules({ count, seconds, created }) {
  const creations = CREATIONS_OF_A_SCHEDULE * count;
  return {
    part: 'schedules',
    figure: `Time of ${creations} creations ÷ time in which ${count} schedules due at once make their transfers`,
    ...{ value: creations / created / seconds, least: 1, detail: `${seconds} s, and ${created} creations/s` },
  };
}

function ofPipeline(pipeline) {
  const { created, wal_kb, steady, gentle } = pipeline;
  const part = 'pipeline';
  const shares = SHARES_OF_CREATED.map(({ of, figure, least }) => ({
    ...{ part, figure: `${figure} ÷ created`, value: pipeline[of] / created, least },
    detail: `${pipeline[of]} of ${created} transfers/s`,
  }));
  return [
    ...shares,
    {
      ...{ part, figure: 'On an empty database ÷ among what was created before', least: 0.9 },
      ...{ value: pipeline.young / pipeline.delivered_together, detail: `${pipeline.young} transfers/s` },
    },
    {
      ...{ part, figure: 'WAL of a transfer with its webhooks', value: wal_kb, unit: 'KB', most: 15 },
      detail: 'creation included',
    },
    {
      ...{
        part,
        figure: 'Steady quarter: backlog gained in the second half, as seconds of creating',
        unit: 's',
        most: 1,
      },
      value: Math.max(0, steady.backlog_end - steady.backlog_middle) / steady.created,
      detail: `${steady.backlog_middle}, then ${steady.backlog_end}`,
    },
    {
      ...{ part, figure: 'First webhook after the commit at 100 transfers/s, p99', unit: 'ms', most: 1_000 },
      ...{ value: gentle.first_webhook_p99_ms, detail: `${gentle.created} transfers/s` },
    },
  ];
}

function ofOverload({ title, times, top, over }) {
  return {
    ...{
      part: 'overload',
      panel: 'overload',
      label: title,
      figure: `${title}: goodput at ${times} times the top ÷ top`,
    },
    ...{
      value: over.good / top.good,
      least: LEAST_OF_TOP[title],
      detail: `${over.good} of ${top.good}/s, ${over.refused}/s refused`,
    },
  };
}

function ofMemory({ minutes, most_mb, middle_mb, rate }) {
  return {
    ...{ part: 'memory', figure: `Memory of the api over ${minutes} minutes at the top`, unit: 'MB', most: 300 },
    ...{ value: most_mb, detail: `${middle_mb} MB in the middle, ${rate} creations/s` },
  };
}

function ofList({ path, ms, whole }, { rows }) {
  const detail = whole.length > 0 ? `reads ${whole.join(', ')}` : 'through an index alone';
  return { part: 'plans', figure: `${path} of ${rows} rows, in PostgreSQL`, value: ms, unit: 'ms', most: 5, detail };
}
