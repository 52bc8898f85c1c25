import { IsoFormatError } from './iso-diagnostic.js';
import { type MessageValues, type NetworkRule, networkRules, valueAt } from './network-rules.table.js';

type Network = keyof typeof networkRules;

interface Sending {
  readonly network: Network;
  readonly relay_adds: readonly string[];
}

/** A message must fulfill what its network demands beyond ISO 20022. @throws IsoFormatError for the first broken rule */
export function assertNetworkRules(
  { network, relay_adds }: Sending,
  family: keyof (typeof networkRules)[Network],
  message: MessageValues,
): void {
  const own: readonly NetworkRule[] = networkRules[network][family];
  for (const { path, demand, holds, relayed } of own) {
    const [parent, name] = [
      path.slice(0, path.lastIndexOf('/') + 1).slice(0, -1),
      path.slice(path.lastIndexOf('/') + 1),
    ];
    const around = parent === '' ? message : valueAt(message, parent);
    // A rule about a part of an element says nothing where that element is left out.
    if (around === undefined || (relayed !== undefined && relay_adds.includes(relayed))) continue;
    const found = path === '' ? message : (around as MessageValues)[name];
    if (!holds(found, message)) throw new IsoFormatError(path || 'the message', `${demand}, as ${network} demands`);
  }
}
