import { ACH_WAIVERS, type AchWaiver } from '../ach/ach-rules.table.js';
import { ISO_WAIVERS, type IsoWaiver } from '../iso20022/iso-rules.table.js';

/** Deviations that real banks send, and that an operator may accept by name: of NACHA files, and of messages. */
export type Waiver = AchWaiver | IsoWaiver;

export const WAIVERS: readonly Waiver[] = [...ACH_WAIVERS, ...ISO_WAIVERS];

/** Those that NACHA files know. */
export const achWaiversIn = (waivers: readonly Waiver[]): AchWaiver[] =>
  ACH_WAIVERS.filter((waiver) => waivers.includes(waiver));
