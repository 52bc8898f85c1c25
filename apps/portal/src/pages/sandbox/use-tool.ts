import { useMutation, useQueryClient } from '@tanstack/react-query';
import { textOf } from '../../ui/states.js';
import { useNotify } from '../../ui/toast.js';

/** Runs a tool of the sandbox, says what came of it, and has every page read again what it may have changed. */
export function useTool<Input, Result>(run: (input: Input) => Promise<Result>, done: (result: Result) => string) {
  const queries = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: run,
    onSuccess: (result) => {
      notify(done(result));
      void queries.invalidateQueries();
    },
    onError: (error) => notify(textOf(error), 'bad'),
  });
}
