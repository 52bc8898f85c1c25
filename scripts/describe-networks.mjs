// docs/reference/instant-networks.generated.md: what FedNow and RTP demand of messages, from the rules that the writer asks.
import { table } from './describe-transfers.mjs';

const NAMES = { fednow: 'FedNow', rtp: 'RTP' };

/** @param tables networkRules, networkSources */
export function describeNetworks({ networkRules, networkSources }) {
  return `# What instant networks demand of messages

\`npm run gen\` writes this page from \`libs/rails/src/domain/iso20022/network-rules.table.ts\`. Do not edit it. The schemas of ISO
20022 hold besides. A message that breaks a rule is not sent: its file is held with the reason \`network_rule\`, and the simulated
bank, whose rules are written apart, refuses it with an admi.002. [Going live with instant payments](../operate/instant-go-live.md)
says what the profile must have.

${Object.entries(networkRules)
  .flatMap(([network, families]) =>
    Object.entries(families).map(
      ([family, rules]) => `## ${NAMES[network]}: ${family}

${table(
  ['element', 'demand', 'source'],
  rules.map(({ path, demand, source }) => [path === '' ? 'all' : `\`${path}\``, demand, `\`${source}\``]),
)}
`,
    ),
  )
  .join('\n')}
## Sources

${table(
  ['source', 'where it is published'],
  Object.entries(networkSources).map(([source, where]) => [`\`${source}\``, where]),
)}
`;
}
