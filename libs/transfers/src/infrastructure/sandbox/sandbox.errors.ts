import { defineErrors } from '@payments/kernel';

export const sandboxErrors = defineErrors({
  invalid_to: {
    kind: 'invalid',
    message: 'to must be an instant after the present banking time, at most ten years ahead of real time',
    field: 'to',
  },
  invalid_leg: {
    kind: 'invalid',
    message: 'leg must be a side that the transfer has, source or destination',
    field: 'leg',
  },
  outcome_not_possible: {
    kind: 'invalid',
    message: 'The leg is past this: a reject must come before the network takes it, and nothing comes after its end',
  },
});
