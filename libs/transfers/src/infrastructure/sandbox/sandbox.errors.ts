import { defineErrors } from '@payments/kernel';

export const sandboxErrors = defineErrors({
  invalid_to: {
    kind: 'invalid',
    message: 'to must be after the current banking time and at most ten years ahead of real time',
    field: 'to',
  },
  invalid_leg: {
    kind: 'invalid',
    message: 'leg must be a side of this transfer: source or destination',
    field: 'leg',
  },
  outcome_not_possible: {
    kind: 'invalid',
    message:
      'The outcome is not possible in the current status of the leg. Request a reject before the network accepts the leg, and any outcome before its final status.',
  },
});
