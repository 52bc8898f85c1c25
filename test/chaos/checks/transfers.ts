import type { Evidence, Finding, RequestLine, StoredTransfer, ReportedTransfer } from '../evidence.js';

const isSuccess = ({ status }: RequestLine) => status !== undefined && status >= 200 && status < 300;
const DUPLICATE = 'duplicate_transfer_reference_id';
/** A leg of these was never handed over, or need not have been. */
const NOT_SENT = ['canceled'];

/**
 * Each creation that was acknowledged is stored once, as it was asked for, under the id in the response; one that was
 * refused as a duplicate of its first attempt was stored by that.
 */
export function checkTransfers({ requests, database }: Evidence): Finding[] {
  const byId = new Map(database.transfers.map((transfer) => [transfer.id, transfer]));
  const byReference = groupBy(database.transfers, ({ enterprise, reference }) => `${enterprise} ${reference}`);
  const findings: Finding[] = [];
  for (const line of requests) {
    if (line.operation !== 'create' || line.asked === undefined) continue;
    const { reference, amount } = line.asked;
    if (line.code === DUPLICATE && !byReference.has(`${line.enterprise} ${reference}`)) {
      findings.push({ subject: reference, message: 'was refused as a duplicate, and nothing is stored' });
    }
    if (!isSuccess(line)) continue;
    const id = line.transfers?.[0]?.id ?? 'no id';
    const stored = byId.get(id);
    if (stored === undefined) findings.push({ subject: id, message: `${reference} was acknowledged and is lost` });
    else if (stored.enterprise !== line.enterprise || stored.reference !== reference || stored.amount !== amount) {
      const found = `${stored.reference} over ${stored.amount}`;
      findings.push({ subject: id, message: `was acknowledged as ${reference} over ${amount}, and is ${found}` });
    }
  }
  for (const [reference, stored] of byReference) {
    if (stored.length > 1) findings.push({ subject: reference, message: `is stored ${stored.length} times` });
  }
  return unique(findings);
}

/** Every status in a response is one that the transfer has had, and a history only grows. */
export function checkReads({ requests, database }: Evidence): Finding[] {
  const byId = new Map(database.transfers.map((transfer) => [transfer.id, transfer]));
  const findings: Finding[] = [];
  for (const line of requests.filter(isSuccess)) {
    for (const reported of line.transfers ?? [])
      findings.push(...contradictions(reported, byId.get(reported.id), line));
    const statuses = line.statuses?.join(' ');
    const history = byId.get(line.subject ?? '')?.history.join(' ') ?? '';
    if (statuses !== undefined && !`${history} `.startsWith(`${statuses} `)) {
      findings.push({ subject: line.subject!, message: `its history was "${statuses}", and is "${history}"` });
    }
  }
  return unique(findings);
}

function contradictions(reported: ReportedTransfer, stored: StoredTransfer | undefined, line: RequestLine): Finding[] {
  const message =
    stored === undefined
      ? 'was shown, and does not exist'
      : stored.enterprise !== line.enterprise
        ? 'was shown to another enterprise'
        : line.subject !== undefined && line.subject !== reported.id
          ? `was shown in the place of ${line.subject}`
          : stored.history.includes(reported.status)
            ? undefined
            : `was shown as ${reported.status}, and has only been ${stored.history.join(', ')}`;
  return message === undefined ? [] : [{ subject: reported.id, message }];
}

/** A transfer whose cancellation was acknowledged has failed, and says so. */
export function checkCancellations({ requests, database }: Evidence): Finding[] {
  const byId = new Map(database.transfers.map((transfer) => [transfer.id, transfer]));
  return unique(
    requests
      .filter((line) => line.operation === 'cancel' && isSuccess(line))
      .filter(({ subject }) => {
        const { status, reasons } = byId.get(subject!) ?? {};
        return status !== 'failed' || !reasons?.includes('canceled_transfer');
      })
      .map(({ subject }) => ({
        subject: subject!,
        message: 'its cancellation was acknowledged, and it is not canceled',
      })),
  );
}

/** All responses to one key name one transfer. */
export function checkKeys({ requests }: Evidence): Finding[] {
  const keyed = requests.filter((line) => line.key !== undefined && isSuccess(line));
  return [...groupBy(keyed, ({ enterprise, key }) => `${enterprise} ${key}`)].flatMap(([key, lines]) => {
    const ids = new Set(lines.map(({ transfers }) => transfers?.[0]?.id));
    return ids.size > 1 ? [{ subject: key, message: `stands for ${ids.size} transfers: ${[...ids].join(', ')}` }] : [];
  });
}

/**
 * What the processor carried out and the legs that went out are the same: nothing twice, nothing that no leg stands
 * for, nothing left out, and no other amount.
 */
export function checkSubmissions({ instructions, database, quietAfterMs }: Evidence): Finding[] {
  if (instructions === undefined) return [];
  const legs = new Map(database.legs.flatMap((leg) => leg.end_to_end_ids.map((id) => [id, leg])));
  // Another rule reports pending work.
  const isQuiet = quietAfterMs !== undefined;
  const carriedOut = groupBy(instructions, ({ end_to_end_id }) => end_to_end_id);
  const findings: Finding[] = [];
  for (const [id, lines] of carriedOut) {
    const leg = legs.get(id);
    if (lines.length > 1) findings.push({ subject: id, message: `was carried out ${lines.length} times` });
    if (leg === undefined) findings.push({ subject: id, message: 'was carried out, and no leg stands for it' });
    else if (NOT_SENT.includes(leg.status)) {
      findings.push({ subject: id, message: `was carried out, and its leg of ${leg.transfer} is ${leg.status}` });
    } else if (lines.some(({ amount }) => amount !== leg.amount)) {
      findings.push({ subject: id, message: `was carried out over ${lines[0]!.amount} instead of ${leg.amount}` });
    } else if (isQuiet && leg.end_to_end_ids.at(-1) === id && !agrees(leg.status, lines[0]!.results)) {
      findings.push({
        subject: id,
        message: `was reported as ${lines[0]!.results.join(', ')}, and its leg is ${leg.status}`,
      });
    }
  }
  for (const leg of isQuiet ? database.legs : []) {
    if (NOT_SENT.includes(leg.status) || leg.end_to_end_ids.some((id) => carriedOut.has(id))) continue;
    findings.push({ subject: leg.end_to_end_ids.join(', '), message: `is ${leg.status}, and was never carried out` });
  }
  return findings;
}

// The processor's last result for a leg is its final status.
function agrees(status: string, results: readonly string[]): boolean {
  const reported = ['returned', 'rejected', 'settled', 'accepted'].find((kind) => results.includes(kind));
  return reported === status || (reported === 'settled' && status === 'released');
}

function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

function unique(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((finding) => [`${finding.subject} ${finding.message}`, finding])).values()];
}
