import { isIP } from 'node:net';

/** How a bank connector is reached. */
export interface ConnectorSettings {
  readonly url: string;
  readonly timeoutMs: number;
  readonly token?: string;
  readonly tokenFile?: string;
}

/** The processor that sends instructions to the banks: the sandbox network, a bank connector over HTTP, or files to banks. */
export interface ProcessorSettings {
  readonly kind: 'sandbox' | 'http' | 'bank';
  /** Beside files to banks it has the rails that the bank profiles leave to it. */
  readonly connector?: ConnectorSettings;
}

interface Given {
  readonly ENVIRONMENT: 'sandbox' | 'production';
  readonly PROCESSOR?: 'sandbox' | 'http' | 'bank' | undefined;
  readonly BANKS_FILE?: string | undefined;
  readonly PROCESSOR_URL?: string | undefined;
  readonly PROCESSOR_TOKEN?: string | undefined;
  readonly PROCESSOR_TOKEN_FILE?: string | undefined;
  readonly PROCESSOR_TIMEOUT_SECONDS: number;
}

export function processorSettings(given: Given): ProcessorSettings {
  const { PROCESSOR = 'sandbox', PROCESSOR_URL } = given;
  if (PROCESSOR === 'sandbox') return { kind: 'sandbox' };
  if (PROCESSOR === 'http') return { kind: 'http', connector: connectorSettings(given) };
  return { kind: 'bank', ...(PROCESSOR_URL !== undefined && { connector: connectorSettings(given) }) };
}

function connectorSettings(given: Given): ConnectorSettings {
  return {
    url: (given.PROCESSOR_URL ?? '').replace(/\/+$/, ''),
    timeoutMs: given.PROCESSOR_TIMEOUT_SECONDS * 1000,
    ...(given.PROCESSOR_TOKEN && { token: given.PROCESSOR_TOKEN }),
    ...(given.PROCESSOR_TOKEN_FILE && { tokenFile: given.PROCESSOR_TOKEN_FILE }),
  };
}

/** The problems of the processor's settings, one line each: the setting and the remedy, never a value. */
export function processorProblems(given: Given): string[] {
  const { ENVIRONMENT, PROCESSOR, BANKS_FILE, PROCESSOR_URL } = given;
  if (PROCESSOR === 'bank') {
    const connector = PROCESSOR_URL === undefined ? [] : connectorProblems(given, 'PROCESSOR_URL');
    if (BANKS_FILE !== undefined) return connector;
    return [
      'BANKS_FILE: is not set, and PROCESSOR=bank needs it; set it to the path of the bank profiles',
      ...connector,
    ];
  }
  if (PROCESSOR === 'http') return connectorProblems(given, 'PROCESSOR=http');
  if (ENVIRONMENT === 'sandbox') return [];
  const fault = PROCESSOR === undefined ? 'is not set' : 'the sandbox moves no money';
  return [
    `PROCESSOR: ${fault}, and ENVIRONMENT=production needs a processor; set it to bank and set BANKS_FILE, or to http and set PROCESSOR_URL and PROCESSOR_TOKEN`,
  ];
}

function connectorProblems(given: Given, neededBy: string): string[] {
  const { ENVIRONMENT, PROCESSOR_URL, PROCESSOR_TOKEN, PROCESSOR_TOKEN_FILE } = given;
  const problems: string[] = [];
  if (PROCESSOR_URL === undefined) {
    problems.push('PROCESSOR_URL: is not set, and PROCESSOR=http needs it; set it to the URL of the bank connector');
  } else problems.push(...urlProblems(new URL(PROCESSOR_URL), ENVIRONMENT));
  if ((PROCESSOR_TOKEN === undefined) === (PROCESSOR_TOKEN_FILE === undefined)) {
    const fault = PROCESSOR_TOKEN === undefined ? `is not set, and ${neededBy} needs it` : 'is set twice';
    problems.push(`PROCESSOR_TOKEN: ${fault}; set either PROCESSOR_TOKEN or PROCESSOR_TOKEN_FILE`);
  }
  return problems;
}

function urlProblems(url: URL, environment: Given['ENVIRONMENT']): string[] {
  const problems: string[] = [];
  if (url.username !== '' || url.password !== '') {
    problems.push('PROCESSOR_URL: contains credentials; remove them and set PROCESSOR_TOKEN');
  }
  if (url.search !== '' || url.hash !== '') {
    problems.push('PROCESSOR_URL: has a query or a fragment; use only host, port and path');
  }
  if (environment === 'production' && url.protocol !== 'https:' && !isThisMachine(url.hostname)) {
    problems.push(
      'PROCESSOR_URL: must use https in production, because account numbers are sent to it; set an https URL',
    );
  }
  return problems;
}

// A connector on the worker's machine: nothing leaves the machine.
function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || (isIP(hostname) === 4 && hostname.startsWith('127.'));
}
