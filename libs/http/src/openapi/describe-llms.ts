import type { OpenApi } from './document-model.js';

/**
 * The text of `/llms.txt`: what a code-writing program needs to know about the service.
 * @param introduction what stands before the list of operations
 */
export function describeLlms({ paths, tags = [] }: Pick<OpenApi, 'paths' | 'tags'>, introduction: string): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        {
          summary,
          tags: [tag = ''],
        },
      ]) => ({
        tag,
        line: `- ${method.toUpperCase()} ${path}: ${summary}`,
      }),
    ),
  );
  const names = [...new Set([...tags.map(({ name }) => name), ...operations.map(({ tag }) => tag)])];
  const sections = names.flatMap((name) => {
    const lines = operations.filter(({ tag }) => tag === name).map(({ line }) => line);
    return lines.length === 0 ? [] : [`### ${name}\n\n${lines.join('\n')}`];
  });
  return `${introduction}\n\n## Operations\n\n${sections.join('\n\n')}\n`;
}
