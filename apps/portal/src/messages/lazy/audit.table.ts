/** Texts of the audit log. */
export const audit = {
  'audit.change': '{before} → {after}',
  'audit.nothing': 'none',
  'audit.changes': 'What changed',
} as const;
