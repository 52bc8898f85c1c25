import type { ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { dataOf } from '../api/client.js';
import { Button } from './button.js';
import type { ButtonProps } from './button.js';
import { download } from './download.js';
import { textOf } from './states.js';
import { useNotify } from './toast.js';

interface DownloadButtonProps extends Pick<ButtonProps, 'look'> {
  /** The name of the file, unless the answer has one. */
  readonly name: string;
  /** Asks for the file, as a blob. */
  readonly read: () => Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;
  readonly children: ReactNode;
}

/** Saves a file of the API. A link to it would be followed without the token of this tab. */
export function DownloadButton({ look = 'plain', name, read, children }: DownloadButtonProps) {
  const notify = useNotify();
  const run = useMutation({
    mutationFn: async () => {
      const answer = await read();
      const file = (await dataOf(Promise.resolve(answer))) as Blob;
      const [, given = name] =
        /filename="([^"]+)"/.exec(answer.response.headers.get('content-disposition') ?? '') ?? [];
      return { name: given, file };
    },
    onSuccess: (saved) => download(saved.name, saved.file),
    onError: (error) => notify(textOf(error), 'bad'),
  });
  return (
    <Button look={look} icon="download" isBusy={run.isPending} onClick={() => run.mutate()}>
      {children}
    </Button>
  );
}
