/** Texts of what is done with a schedule. */
export const schedules = {
  'schedules.pause': 'Pause',
  'schedules.pauseTitle': 'Pause {name}?',
  'schedules.pauseText': 'Its dates are skipped until it is resumed. They are not paid later.',
  'schedules.pauseDone': 'The schedule is paused.',
  'schedules.resume': 'Resume',
  'schedules.resumeTitle': 'Resume {name}?',
  'schedules.resumeText': 'It pays again, beginning with its next date.',
  'schedules.resumeDone': 'The schedule is resumed.',
  'schedules.end': 'End for good',
  'schedules.endTitle': 'End {name}?',
  'schedules.endText': 'It makes no more transfers, and cannot be started again. Transfers that it made go on.',
  'schedules.endDone': 'The schedule has ended.',
} as const;
