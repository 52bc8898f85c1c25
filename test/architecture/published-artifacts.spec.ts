import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { Script } from 'node:vm';
import ts from 'typescript';
import { paymentsProgram } from '../../apps/cli/src/support/program.js';

const root = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Description {
  readonly paths: Record<string, Record<string, { summary: string }>>;
}
const { paths } = JSON.parse(read('docs/reference/openapi.generated.json')) as Description;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { summary }]) => ({ method: method.toUpperCase(), path, summary })),
);

const roots = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];
const markdown = [...roots, 'docker/README.md', 'libs/client/README.md'].concat(
  readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
);
const guides = markdown.filter((path) => /^docs\/(guides|operate)\/|^libs\/client\//.test(path));
/** Their blocks are files of a tree, which test/guides/guides.deep-spec.ts builds. */
const BUILT = ['adding-a-module', 'adding-a-verification-provider', 'adding-a-field'].map(
  (name) => `docs/guides/${name}.md`,
);

function blocks(path: string, language: string): { name: string; text: string }[] {
  return [...read(path).matchAll(/^```(\w+)\n([^]*?)^```/gm)]
    .filter(([, marked]) => marked === language)
    .map(([, , text = ''], index) => ({ name: `${path} #${index + 1}`, text }));
}

describe('the Postman collection', () => {
  type Item = { name: string; item?: Item[]; request?: { method: string; url: Url; body?: { raw: string } } };
  type Url = { raw: string; host: string[]; path: string[]; query: { key: string }[] };
  const collection = JSON.parse(read('docs/reference/postman-collection.generated.json')) as {
    info: { schema: string };
    variable: { key: string; value: string }[];
    event: { listen: string; script: { exec: string[] } }[];
    item: Item[];
  };
  const requests = collection.item.flatMap(({ item = [] }) => item).map(({ request }) => request!);

  it('is of version 2.1, and has every operation once, in folders', () => {
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
    const names = requests.map(({ method, url }) => `${method} /${url.path.join('/').replace(/\{\{\w+\}\}/g, '{}')}`);
    expect(names.sort()).toEqual(
      operations.map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}')}`).sort(),
    );
  });

  it('uses no variable that it does not have, and has those of the credentials', () => {
    const known = collection.variable.map(({ key }) => key);
    expect(known).toEqual(expect.arrayContaining(['base_url', 'client_id', 'client_secret', 'token']));
    const used = [...JSON.stringify(collection).matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name);
    expect([...new Set(used)].filter((name) => !known.includes(name!))).toEqual([]);
  });

  it('has addresses that say the same in text and in parts, and bodies that are JSON', () => {
    for (const { url, body } of requests) {
      expect(url.raw).toBe(`${url.host.join('.')}/${url.path.join('/')}`);
      if (body !== undefined) expect(typeof JSON.parse(body.raw)).toBe('object');
    }
  });

  it('runs scripts that are JavaScript', () => {
    const events = [collection, ...collection.item.flatMap(({ item = [] }) => item)].flatMap(
      (each) => (each as typeof collection).event ?? [],
    );
    expect(events.length).toBeGreaterThan(5);
    for (const { script } of events) expect(() => new Script(script.exec.join('\n'))).not.toThrow();
  });
});

describe('llms.txt', () => {
  it('has one line for every operation, and names files that exist', () => {
    const text = read('docs/reference/llms.generated.txt');
    const lines = text.split('\n').filter((line) => /^- [A-Z]+ \//.test(line));
    expect(lines.sort()).toEqual(
      operations.map(({ method, path, summary }) => `- ${method} ${path}: ${summary}`).sort(),
    );
    const files = [...text.matchAll(/\b(?:docs|libs)\/[\w./-]+\.md/g)].map(([file]) => file);
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});

describe('the guides', () => {
  it('and all other pages have links that lead somewhere', () => {
    const dead = markdown.flatMap((path) =>
      [...read(path).matchAll(/\]\(([^)\s]+)\)/g)]
        .map(([, link = '']) => link.split('#')[0]!)
        .filter((link) => link !== '' && !/^[a-z]+:/.test(link) && !link.startsWith('/'))
        .filter((link) => !existsSync(join(root, dirname(path), link)))
        .map((link) => `${path}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it('and all other pages link only to headings that exist', () => {
    const slug = (heading: string) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .trim()
        .replace(/\s/g, '-');
    const headings = (path: string) =>
      [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slug(heading.trim()));
    const links = markdown.flatMap((path) =>
      [...read(path).matchAll(/\]\(([^)\s#]*)#([^)\s]+)\)/g)]
        .map(([, page = '', anchor = '']) => [path, page === '' ? path : join(dirname(path), page), anchor] as const)
        .filter(([, page]) => page.endsWith('.md')),
    );
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter(([, page, anchor]) => !headings(page).includes(anchor))).toEqual([]);
  });

  it('and all other pages stand in the index, each once', () => {
    const listed = [...read('docs/README.md').matchAll(/\]\(([^)\s]+\.md)\)/g)].map(([, link = '']) =>
      join('docs', link),
    );
    const pages = markdown.filter((path) => !['README.md', 'docs/README.md'].includes(path));
    expect(listed.sort()).toEqual(pages.sort());
  });

  it('have TypeScript that compiles as strictly as ours', () => {
    const place = realpathSync(mkdtempSync(join(tmpdir(), 'payments-guides-')));
    try {
      const all = guides.filter((path) => !BUILT.includes(path)).flatMap((path) => blocks(path, 'ts'));
      expect(all.length).toBeGreaterThan(5);
      const files = all.map(({ name, text }, index) => {
        const file = join(place, `block-${index}.mts`);
        writeFileSync(file, text);
        return { name, file };
      });
      const program = ts.createProgram(
        files.map(({ file }) => file),
        {
          ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noUnusedLocals: false },
          ...{ noEmit: true, skipLibCheck: true, target: ts.ScriptTarget.ES2023, lib: ['lib.es2023.d.ts'] },
          ...{ module: ts.ModuleKind.Node20, moduleResolution: ts.ModuleResolutionKind.Node16 },
          ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
          paths: { '@payments/*': [join(root, 'libs/*/src/index.ts')] },
        },
      );
      const wrong = files.flatMap(({ name, file }) =>
        ts
          .getPreEmitDiagnostics(program, program.getSourceFile(file))
          .map(({ messageText }) => `${name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`),
      );
      expect(wrong).toEqual([]);
    } finally {
      rmSync(place, { recursive: true, force: true });
    }
  });

  it('have shell lines that a shell reads, and commands that the command line has', () => {
    const known = paymentsProgram().commands.map((command) => command.name());
    for (const { name, text } of guides.flatMap((path) => [...blocks(path, 'sh'), ...blocks(path, 'console')])) {
      expect(() => execFileSync('bash', ['-n'], { input: text, stdio: 'pipe' })).not.toThrow();
      for (const [, command] of text.matchAll(/npm run -s payments -- ([\w-]+)/g)) {
        expect([name, known]).toEqual([name, expect.arrayContaining([command])]);
      }
    }
  });

  it('name settings that there are', () => {
    const settings = read('docs/reference/settings.generated.md');
    const named = guides.flatMap((path) =>
      [...read(path).matchAll(/`([A-Z]+(?:_[A-Z]+)+)(?:=\S+)?`/g)].map(([, name]) => [relative(root, path), name!]),
    );
    expect(named.length).toBeGreaterThan(5);
    // A convention of terminals, which the service follows.
    const known = (name: string) => name === 'NO_COLOR' || settings.includes(`\`${name}\``);
    expect(named.filter(([, name]) => !known(name!))).toEqual([]);
  });
});

describe('the walk of a transfer in ARCHITECTURE.md', () => {
  const [, walk = ''] = /## The walk of a transfer\n([^]*?)\n## /.exec(read('docs/ARCHITECTURE.md')) ?? [];
  const steps = [...walk.matchAll(/`([\w./-]+\.ts)`\s+`(\w+)`/g)].map(([, file = '', name = '']) => ({ file, name }));

  it('names every step once', () => {
    expect(steps.length).toBeGreaterThan(20);
    expect(new Set(steps.map(({ file }) => file)).size).toBe(steps.length);
  });

  it.each(steps)('has $name in $file', ({ file, name }) => {
    const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest);
    const names: string[] = [];
    const look = (node: ts.Node): void => {
      if (ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) names.push(node.name?.getText(source) ?? '');
      ts.forEachChild(node, look);
    };
    look(source);
    expect(names).toContain(name);
  });
});

describe('the pages about the code', () => {
  it('list every decision once, under its title', () => {
    const titles = readdirSync(join(root, 'docs/adr')).map((file) => {
      const [, title] = /^# (.*)\n/.exec(read(`docs/adr/${file}`))!;
      return `- [${title}](adr/${file})`;
    });
    const listed = [...read('docs/README.md').matchAll(/^- \[\d+\. .*?\]\(adr\/.*?\)/gm)].map(([line]) => line);
    expect(listed.sort()).toEqual(titles.sort());
  });

  it('name the edges between contexts that the rules allow', () => {
    const { forbidden } = createRequire(__filename)('../../.dependency-cruiser.cjs') as {
      forbidden: { name: string; comment: string }[];
    };
    const contexts = readdirSync(join(root, 'libs')).filter((name) =>
      existsSync(join(root, `libs/${name}/src/${name}.context.ts`)),
    );
    const rules = forbidden.filter(({ name }) => contexts.some((context) => name === `edges-of-${context}`));
    const allowed = rules.flatMap(
      ({ comment }) => /^(\w+) imports (?!no )(.*)\.$/.exec(comment)?.slice(1).join(' → ') ?? [],
    );
    const [, edges = ''] = /along these\s+edges: ([^.]*)\./.exec(read('docs/ARCHITECTURE.md'))!;
    const named = edges.split(/;\s+/).map((edge) => edge.replaceAll(', ', ' and '));
    expect(named.sort()).toEqual(allowed.sort());
  });
});
