import { defineErrors } from '@payments/kernel';

/** Every user has at most so many views, and an enterprise as many shared ones. */
export const MOST_VIEWS = 50;

export const viewErrors = defineErrors({
  unknown_id: { kind: 'not_found', message: 'No view with this id exists.' },
  duplicate_name: {
    kind: 'invalid',
    field: 'name',
    message: 'A view of this page with this name already exists. Choose another name.',
  },
  too_many_views: {
    kind: 'invalid',
    message: `A user can have ${MOST_VIEWS} views, and an enterprise ${MOST_VIEWS} shared ones. Delete one first.`,
  },
  forbidden: {
    kind: 'forbidden',
    message: 'The access token lacks the scope write:settings, which shared views need. Do not share the view.',
  },
});
