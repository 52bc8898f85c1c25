/** Texts of charts and of what needs attention, on every page. */
export const home = {
  'chart.table': 'Table',
  'chart.time': 'From',
  'chart.label': '{title}. Arrow keys move the cursor.',
  'chart.value': '{label}: {value}',
  'attention.mark': { one: '{count} thing needs attention', other: '{count} things need attention' },
} as const;
