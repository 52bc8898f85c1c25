/** Who reports a status: the bank of a company (pain.002), or a network to a participant (pacs.002). */
export type StatusSource = 'bank' | 'fednow' | 'rtp';

/** What a status means for the payment. `none`: nothing is known yet, or nothing new. */
export type StatusOutcome = 'accepted' | 'settled' | 'rejected' | 'none';

interface StatusCode {
  readonly meaning: string;
  /** By source; a status that a source does not send there is unknown. */
  readonly outcomes: Partial<Record<StatusSource, StatusOutcome>>;
  /** The bank changed the payment: a person must look at it. */
  readonly isChanged?: true;
}

const always = (outcome: StatusOutcome) => ({ bank: outcome, fednow: outcome, rtp: outcome });

export const statusCodes: Readonly<Record<string, StatusCode>> = {
  RCVD: { meaning: 'received', outcomes: always('none') },
  PDNG: { meaning: 'pending', outcomes: always('none') },
  PART: { meaning: 'accepted in part: each batch or transaction has its own status', outcomes: { bank: 'none' } },
  BLCK: { meaning: 'settled, and blocked by the receiving bank', outcomes: { fednow: 'none', rtp: 'none' } },
  // RTP reports the final acceptance, which implies the settlement, with the status that others use for a sound format.
  ACTC: { meaning: 'the format is accepted', outcomes: { bank: 'accepted', fednow: 'accepted', rtp: 'settled' } },
  ACCP: { meaning: 'the customer profile is accepted', outcomes: { bank: 'accepted' } },
  ACSP: { meaning: 'settlement in process', outcomes: { bank: 'accepted' } },
  ACWC: { meaning: 'accepted with a change', outcomes: { bank: 'accepted' }, isChanged: true },
  ACSC: { meaning: 'settled on the account of the payer', outcomes: { bank: 'settled', fednow: 'settled' } },
  ACCC: { meaning: 'settled on the account of the payee', outcomes: { bank: 'settled', fednow: 'settled' } },
  // Final on both networks, though the receiving bank has not posted it.
  ACWP: { meaning: 'settled, not posted yet', outcomes: { fednow: 'settled', rtp: 'settled' } },
  RJCT: { meaning: 'rejected', outcomes: always('rejected') },
  CANC: { meaning: 'canceled', outcomes: always('rejected') },
};

/** What other banks answer when they are asked to return a payment. */
export const recallAnswers: Readonly<Record<string, 'accepted' | 'refused' | 'pending' | 'partial'>> = {
  ...{ IPAY: 'accepted', CNCL: 'accepted', RJCR: 'refused', PDCR: 'pending', PECR: 'partial', PTCR: 'partial' },
};
