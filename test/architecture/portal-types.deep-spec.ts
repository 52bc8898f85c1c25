import { dirname, join } from 'node:path';
import ts from 'typescript';
import { guards } from '../support/guards.js';

guards('apps/portal', 'libs/client/src');

const root = join(__dirname, '../..');
const project = join(root, 'apps/portal/tsconfig.json');
const API_TYPES = join(root, 'libs/client/src/openapi.generated.ts');
/** What the portal reads, what it sends, and where. */
const RENAMED = ['transfer_reference_id', 'account_number', 'status_reasons', '/deliver/transfers/{id}/history'];

/** What the compiler says about the files of the portal that use the names, with changed types of the API. */
function errorsWith(typesOf: (text: string) => string): string[] {
  const { config } = ts.readConfigFile(project, (path) => ts.sys.readFile(path)) as { config: unknown };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(project));
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  host.readFile = (path) => {
    const text = readFile(path);
    return path === API_TYPES && text !== undefined ? typesOf(text) : text;
  };
  const program = ts.createProgram(fileNames, options, host);
  const users = program.getSourceFiles().filter(({ fileName, text }) => {
    return fileName.includes('/apps/portal/') && RENAMED.some((name) => text.includes(name));
  });
  return users
    .flatMap((file) => program.getSemanticDiagnostics(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

describe('the types of the portal', () => {
  it('are those of the API: code that uses a renamed field or path does not compile', () => {
    const errors = errorsWith((text) => RENAMED.reduce((types, name) => types.replaceAll(name, `${name}_x`), text));
    const uncaught = RENAMED.filter((name) => !errors.some((error) => error.includes(name)));
    expect(uncaught).toEqual([]);
    expect(errors.filter((error) => error.includes("'amount'"))).toEqual([]);
  });
});
