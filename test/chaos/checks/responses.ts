import type { Evidence, FaultLine, Finding, RequestLine } from '../evidence.js';

/** For so long a process that was resumed or started may still cut requests begun before. */
const AFTERMATH_MS = 1_000;
/** These take the process itself away. Failures of its servers must surface as 503. */
const TAKES_AWAY = ['kill', 'stop', 'pause'];
const WITH_RETRY_AFTER = [503, 429];

/**
 * 2xx; refusals of the catalogue that fit this request; 503 with Retry-After, when the service cannot respond.
 * The load sends nothing else that is wrong, so every other refusal is unjust.
 */
export function checkResponses({ requests, catalogue }: Evidence): Finding[] {
  const codes = new Set(catalogue.map(({ status, code }) => `${status} ${code}`));
  return requests.flatMap((line) => {
    const fault = faultOf(line, codes);
    return fault === undefined ? [] : [{ subject: `${line.operation} ${line.intent}`, message: fault }];
  });
}

function faultOf({ status, code, retry_after, refusals }: RequestLine, codes: ReadonlySet<string>): string | undefined {
  if (status === undefined || (status >= 200 && status < 300 && code === undefined)) return undefined;
  const response = `${status} ${code ?? 'without a code'}`;
  if (!codes.has(response)) return `was answered ${response}, which is not in the catalogue`;
  if (WITH_RETRY_AFTER.includes(status)) {
    return /^\d+$/.test(retry_after ?? '') ? undefined : `was answered ${response} without Retry-After`;
  }
  return refusals.includes(code ?? '') ? undefined : `was answered ${response}, which it does not deserve`;
}

/** A request gets no response only where its api was killed, stopped or paused meanwhile. */
export function checkCuts({ requests, faults }: Evidence): Finding[] {
  return requests
    .filter(({ status }) => status === undefined)
    .filter((line) => !faults.some((fault) => explains(fault, line)))
    .map(({ operation, intent, api, at, took_ms, failure }) => ({
      subject: `${operation} ${intent}`,
      message: `had no answer from ${api} at ${new Date(at).toISOString()}: ${failure} after ${took_ms} ms`,
    }));
}

function explains(fault: FaultLine, { api, at, took_ms }: RequestLine): boolean {
  if (fault.target !== api || !TAKES_AWAY.includes(fault.kind)) return false;
  return at + took_ms >= fault.began && at <= (fault.recovered ?? Infinity) + AFTERMATH_MS;
}
