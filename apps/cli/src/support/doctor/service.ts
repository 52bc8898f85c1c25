import { localUrl } from '@payments/config';
import type { Config } from '@payments/config';
import type { Finding } from './finding.js';
import { isReady } from '../../dev/start/is-ready.js';

/** Whether the processes respond. None is expected to while no `npm start` runs here. */
export function serviceFindings(config: Config, expected: boolean): Promise<Finding[]> {
  const { host, metricsHost } = config;
  const addresses: readonly (readonly [string, string])[] = [
    ['api', `${localUrl(host, config.port)}/health/ready`],
    ['vault', `${localUrl(host, config.vaultPort)}/health/ready`],
    ['metrics', `${localUrl(metricsHost, config.metricsPort)}/metrics`],
    ['worker', `${localUrl(metricsHost, config.metricsPort + 1)}/health/ready`],
  ];
  return Promise.all(
    addresses.map(async ([name, url]): Promise<Finding> => {
      if (await isReady(url)) return { name, status: 'ok', value: url };
      const status = expected ? 'fail' : 'warn';
      const remedy = expected ? 'see DATA_DIR/logs' : 'npm start';
      return { name, status, value: `${url} does not respond`, remedy };
    }),
  );
}
