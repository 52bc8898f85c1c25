import { ACH_WAIVERS, type AchWaiver } from '../ach/ach-rules.table.js';
import { BAI2_WAIVERS, type Bai2Waiver } from '../bai2/bai2-rules.table.js';
import { ISO_WAIVERS, type IsoWaiver } from '../iso20022/iso-rules.table.js';

/** Deviations that real banks send, and that an operator may accept by name: of NACHA files, of messages and of BAI2 files. */
export type Waiver = AchWaiver | IsoWaiver | Bai2Waiver;

export const WAIVERS: readonly Waiver[] = [...ACH_WAIVERS, ...ISO_WAIVERS, ...BAI2_WAIVERS];

/** Those that NACHA files know. */
export const achWaiversIn = (waivers: readonly Waiver[]): AchWaiver[] =>
  ACH_WAIVERS.filter((waiver) => waivers.includes(waiver));
