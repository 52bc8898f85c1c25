/** The lines of the simulated bank's acknowledgments, for `acknowledgment.patterns` of a profile. */
export const REPORT_PATTERNS = [
  {
    name: '^FILE (?<file>\\S+) (?<status>\\w+)(?: entries=(?<count>\\d+) debit=(?<debit>\\d+) credit=(?<credit>\\d+))?',
    ...{ scope: 'file', accepted: ['ACCEPTED'], refused: ['REJECTED'] },
  },
  {
    name: '^ENTRY (?<trace>\\d{15}) (?<status>\\w+) (?<reason>\\w+)$',
    ...{ scope: 'entry', accepted: [], refused: ['REJECTED'] },
  },
];
