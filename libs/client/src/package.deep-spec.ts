import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ts from 'typescript';

const home = join(__dirname, '..');
const modules = join(home, '../../node_modules');

/** A program that uses the installed package. Marked lines must not compile, and all others must. */
const CONSUMER = `
import { responseInfo, PaymentsClient, PaymentsError, verifyWebhook } from '@payments/client';
import type { ErrorCode, NewTransfer, PaymentsEvent, Transfer } from '@payments/client';

const at = { baseUrl: 'http://localhost:3000' };
const payments = new PaymentsClient({ ...at, clientId: 'id', clientSecret: 'secret', timeout_ms: 5_000, retries: 2 });
new PaymentsClient({ ...at, user: { name: 'ada', password: 'secret' }, apiKey: 'psk_sandbox_x', fetch });
// @ts-expect-error credentials are required
new PaymentsClient(at);
// @ts-expect-error a secret belongs to a client id
new PaymentsClient({ ...at, clientId: 'id' });

const transfer: NewTransfer = {
  transfer_reference_id: 'r', amount: 1, currency: 'USD', speed: 'same_day',
  destination: { account_reference_id: 'a', customer_reference_id: 'c' },
};
// @ts-expect-error one speed of three
const hurried: NewTransfer = { ...transfer, speed: 'now' };
// @ts-expect-error the amount is required
const free: NewTransfer = { transfer_reference_id: 'r', currency: 'USD', speed: 'asap' };

export async function use(): Promise<void> {
  const made: Transfer = await payments.transfers.create(transfer, { idempotencyKey: 'k' });
  const status: 'created' | 'pending' | 'completed' | 'settled' | 'failed' = made.status;
  // @ts-expect-error a transfer has no such field
  made.colour;
  // @ts-expect-error no such status
  if (made.status === 'lost') return;
  const replayed: boolean | undefined = responseInfo(made)?.replayed;
  for await (const person of payments.persons.list({ status: ['verified'], size: 10 })) person.id.toUpperCase();
  // @ts-expect-error no such status to look for
  payments.persons.list({ status: ['unknown'] });
  // @ts-expect-error a reading call takes no idempotency key
  await payments.transfers.get('id', { idempotencyKey: 'k' });
  await payments.webhooks.create({ event_types: ['transfer_all'], url: 'https://example.com', enabled: true });
  // @ts-expect-error no such event
  await payments.webhooks.create({ event_types: ['transfer_lost'], url: 'https://example.com', enabled: true });
  void [status, replayed, hurried, free];
}

export function handle(error: unknown): ErrorCode | undefined {
  if (PaymentsError.is(error, 'duplicate_transfer_reference_id', 'invalid_amount')) {
    const code: 'duplicate_transfer_reference_id' | 'invalid_amount' = error.error_code;
    // @ts-expect-error narrowed to the two
    if (error.error_code === 'unknown_id') return undefined;
    return code;
  }
  // @ts-expect-error no such code
  PaymentsError.is(error, 'out_of_luck');
  if (error instanceof PaymentsError) {
    // @ts-expect-error the codes are a closed union
    if (error.error_code === 'out_of_luck') return undefined;
    return error.details.errors?.[0]?.error_code ?? error.error_code;
  }
  return undefined;
}

export function receive(body: Uint8Array, headers: Headers): string {
  const event: PaymentsEvent = verifyWebhook(body, headers, { secret: ['whsec_a', 'whsec_b'], tolerance_s: 60 });
  // @ts-expect-error the event type determines the resource
  event.event_data.transfer;
  if (event.event_type === 'transfer_updated') return event.event_data.transfer.status;
  if (event.event_type === 'person_verified') {
    // @ts-expect-error webhooks leave the date of birth out
    event.event_data.person.date_of_birth;
    return event.event_data.person.first_name;
  }
  // @ts-expect-error no such event
  if (event.event_type === 'transfer_lost') return '';
  return event.event_type;
}
`;

const RUN_CJS = `const { PaymentsClient, PaymentsError } = require('@payments/client');
new PaymentsClient({ baseUrl: 'http://localhost', clientId: 'i', clientSecret: 's' }).transfers.create.call;
console.log(typeof PaymentsError.is);`;
const RUN_ESM = `import { PaymentsClient, PaymentsError } from '@payments/client';
new PaymentsClient({ baseUrl: 'http://localhost', clientId: 'i', clientSecret: 's' }).transfers.create.call;
console.log(typeof PaymentsError.is);`;

describe('the package of the client library', () => {
  let place: string;
  let installed: string;
  let program: ts.Program;
  const textOf = (diagnostics: readonly ts.Diagnostic[]) =>
    diagnostics.map(({ file, start = 0, messageText }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  const ofPackage = () => program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(installed));

  beforeAll(() => {
    place = realpathSync(mkdtempSync(join(tmpdir(), 'payments-client-')));
    installed = join(place, 'node_modules/@payments/client');
    mkdirSync(installed, { recursive: true });
    for (const name of ['package.json', 'README.md']) cpSync(join(home, name), join(installed, name));
    build(join(installed, 'dist'));
    for (const [name, text] of Object.entries({ 'program.ts': CONSUMER, 'run.cjs': RUN_CJS, 'run.mjs': RUN_ESM })) {
      writeFileSync(join(place, name), text);
    }
    program = ts.createProgram([join(place, 'program.ts')], {
      ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, target: ts.ScriptTarget.ES2023 },
      ...{ module: ts.ModuleKind.Node20, moduleResolution: ts.ModuleResolutionKind.Node16, lib: ['lib.es2023.d.ts'] },
      ...{ types: ['node'], typeRoots: [join(modules, '@types')] },
    });
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  it('types a program correctly, and rejects unknown fields', () => {
    const own = program.getSourceFile(join(place, 'program.ts'));
    expect(textOf(program.getSemanticDiagnostics(own))).toEqual([]);
  });

  it('declares types that stand on their own, with no any in them', () => {
    const files = ofPackage();
    expect(files.length).toBeGreaterThan(15);
    expect(files.flatMap((file) => textOf(program.getSemanticDiagnostics(file)))).toEqual([]);
    expect(files.flatMap(anyIn)).toEqual([]);
  });

  it.each(['run.cjs', 'run.mjs'])('is loaded by %s', (name) => {
    expect(execFileSync(process.execPath, [join(place, name)], { encoding: 'utf8' })).toBe('function\n');
  });

  it('packs its build, its types, its README, and nothing else', () => {
    const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      ...{ cwd: installed, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    });
    const [{ files }] = JSON.parse(output) as [{ files: { path: string }[] }];
    const built = readdirSync(join(installed, 'dist'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(installed.length + 1));
    expect(files.map(({ path }) => path).sort()).toEqual(['README.md', 'package.json', ...built].sort());
    expect(built.filter((path) => !/\.(js|d\.ts)$/.test(path) || path.includes('spec'))).toEqual([]);
  });
});

/** As `npm run build` in the package, to a separate folder. */
function build(outDir: string): void {
  const path = join(home, 'tsconfig.build.json');
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(path, ts.sys.readFile).config,
    ts.sys,
    home,
  );
  const { emitSkipped } = ts.createProgram(fileNames, { ...options, outDir }).emit();
  if (emitSkipped) throw new Error('the package was not built');
}

function anyIn(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const walk = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) found.push(`${file.fileName}:${node.parent.getText(file)}`);
    ts.forEachChild(node, walk);
  };
  walk(file);
  return found;
}
