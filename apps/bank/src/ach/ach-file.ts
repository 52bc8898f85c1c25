/** Amounts are whole cents. Texts have no blanks at their end. */
export interface AchFile {
  readonly header: FileHeader;
  readonly batches: readonly AchBatch[];
  readonly totals: Totals;
}

export interface FileHeader {
  /** 10 characters, often a blank and a routing number. */
  readonly destination: string;
  /** 10 characters. */
  readonly origin: string;
  /** YYMMDD. */
  readonly creationDate: string;
  /** HHMM or empty. */
  readonly creationTime: string;
  readonly modifier: string;
  readonly destinationName: string;
  readonly originName: string;
  readonly referenceCode: string;
}

export interface BatchHeader {
  /** 200 mixed, 220 credits, 225 debits. */
  readonly serviceClass: string;
  readonly companyName: string;
  readonly companyData: string;
  readonly companyId: string;
  readonly sec: string;
  readonly description: string;
  readonly descriptiveDate: string;
  /** YYMMDD. */
  readonly effectiveDate: string;
  /** Day of the year, or empty before the settlement. */
  readonly settlementDay: string;
  /** The first 8 digits of the routing number of the bank that sends the batch. */
  readonly originDfi: string;
  readonly number: number;
}

export interface AchBatch {
  /** The line of its header; 1 for a batch that is to be written. */
  readonly line: number;
  readonly header: BatchHeader;
  readonly entries: readonly AchEntry[];
}

export interface AchEntry {
  readonly line: number;
  readonly code: string;
  /** 8 digits, without the check digit. */
  readonly rdfi: string;
  readonly account: string;
  readonly cents: number;
  readonly identification: string;
  readonly name: string;
  readonly data: string;
  /** 15 digits. */
  readonly trace: string;
  readonly addenda: readonly Addenda[];
}

export type Addenda = Remittance | Returned | Changed;

interface Remittance {
  readonly type: '05';
  readonly text: string;
}

interface Returned {
  readonly type: '99';
  readonly code: string;
  readonly originalTrace: string;
  /** YYMMDD or empty. */
  readonly dateOfDeath: string;
  readonly originalRdfi: string;
  readonly text: string;
}

interface Changed {
  readonly type: '98';
  readonly code: string;
  readonly originalTrace: string;
  readonly originalRdfi: string;
  readonly corrected: string;
}

export interface Totals {
  /** Entries and addenda. */
  readonly records: number;
  readonly hash: number;
  readonly debitCents: number;
  readonly creditCents: number;
}
