import { ageInDays, loadScreeningList, SCREENING_LIST_MAX_AGE_DAYS } from '@payments/customers';
import { type Config, ConfigError } from '@payments/config';
import { probeConnector, ProcessorCallError } from '@payments/transfers';
import { counted } from '../terminal.js';
import type { Finding } from './finding.js';

const REFUSED = new Set(['status_401', 'status_403']);

/** What workers need besides database and queue: the bank connector and the screening list, where they are used. */
export async function providerFindings(config: Config, now = new Date()): Promise<Finding[]> {
  return [...(await connectorFindings(config)), ...(await screeningFindings(config, now))];
}

async function connectorFindings({ processor: { connector } }: Config): Promise<Finding[]> {
  if (connector === undefined) return [];
  const name = 'bank connector';
  try {
    await probeConnector(connector);
    return [{ name, status: 'ok', value: connector.url }];
  } catch (error) {
    if (error instanceof ConfigError) return [{ name, status: 'fail', value: 'no token', remedy: error.message }];
    if (!(error instanceof ProcessorCallError)) throw error;
    return [{ name, status: 'fail', value: `${connector.url}: ${error.message}`, remedy: remedyOf(error) }];
  }
}

function remedyOf({ code }: ProcessorCallError): string {
  if (REFUSED.has(code)) return 'check PROCESSOR_TOKEN or PROCESSOR_TOKEN_FILE';
  if (code === 'protocol')
    return 'fix the connector; docs/reference/processor.md describes the response of GET /results';
  return 'start the connector, or check PROCESSOR_URL';
}

async function screeningFindings(config: Config, now: Date): Promise<Finding[]> {
  if (config.verificationProvider !== 'rules') return [];
  const name = 'screening list';
  try {
    const list = await loadScreeningList(config);
    const days = ageInDays(list, now);
    const value = `${config.screeningListFile}: ${counted(list.entries.length, 'entry', 'entries')}, installed ${counted(days, 'day')} ago`;
    if (days <= SCREENING_LIST_MAX_AGE_DAYS) return [{ name, status: 'ok', value }];
    return [{ name, status: 'warn', value, remedy: 'replace it with the current published list' }];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [{ name, status: 'fail', value: config.screeningListFile ?? 'not set', remedy: error.message }];
  }
}
