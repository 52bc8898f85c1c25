import { spawnSync } from 'node:child_process';
import { BlockList } from 'node:net';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { loadConfig, settings } from '../../libs/config/src/config.js';
import { HEAP_OPTIONS } from '../../libs/quickstart/src/supervisor/service-process.js';
import { isPublicAddress } from '../../libs/http-client/src/public-address.js';
import { describeIf } from '../support/skip-unless.js';

const root = join(__dirname, '../..');
const chart = join(root, 'deploy/helm/payments');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const yaml = (path: string) => parse(read(path)) as Values;

interface Values {
  readonly [name: string]: unknown;
  readonly settings: Record<string, string>;
}

const defaults = yaml('deploy/helm/payments/values.yaml');
const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(read('docs/operate/kubernetes.md')) ?? [];
const given = parse(example) as Values & { readonly secretSettings: object };
const installed: Values = { ...defaults, ...given, settings: { ...defaults.settings, ...given.settings } };

describe('the values of the chart', () => {
  const isValid = new Ajv({ allErrors: true, strict: false }).compile(
    JSON.parse(read('deploy/helm/payments/values.schema.json')) as object,
  );

  it('are complete with those of the guide', () => {
    isValid(installed);
    expect(isValid.errors).toBeNull();
  });

  it.each([
    ['addresses', { settings: { ...installed.settings, PUBLIC_BASE_URL: '' } }],
    ['the network of the gateway', { settings: { ...installed.settings, TRUSTED_PROXIES: '' } }],
    ['an exact version', { image: { repository: 'x', tag: 'latest' } }],
    ['a host of each address', { ingress: { enabled: true, baseHost: 'a', vaultHost: '', tlsSecret: 'x' } }],
    ['only what the chart knows', { replicas: 3 }],
    [
      'the owner of the database in the migration only',
      { settings: { ...installed.settings, DATABASE_ADMIN_URL: 'x' } },
    ],
  ])('must have %s', (_, change) => {
    expect(isValid({ ...installed, ...change })).toBe(false);
  });

  it('are settings of the service', () => {
    const named = [...Object.keys(installed.settings), ...Object.keys(given.secretSettings)];
    expect(named.filter((name) => !(name in settings))).toEqual([]);
  });

  it('install the version of this repository', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string };
    expect(parse(read('deploy/helm/payments/Chart.yaml'))).toMatchObject({ appVersion: version });
  });
});

interface Reach {
  readonly to: readonly {
    readonly namespaceSelector?: Labels;
    readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
  }[];
  readonly ports: readonly { readonly port: number; readonly protocol?: string }[];
}

describe('what pods may reach', () => {
  const policy = defaults['networkPolicy'] as Readonly<Record<'nameServers' | 'stores' | 'outgoing', readonly Reach[]>>;

  // Of AWS, Google and most others; the credentials of AWS's containers; Alibaba; Azure's platform; Oracle; Tencent.
  it.each([
    ...['169.254.169.254', '169.254.170.2', '100.100.100.200', '168.63.129.16', '192.0.0.192', '169.254.0.23'],
    ...['10.0.0.1', '172.31.0.1', '192.168.1.1'],
  ])('is not %s: no metadata service of a cloud, and no private address', (address) => {
    const refused = new BlockList();
    for (const { ipBlock } of policy.outgoing.flatMap(({ to }) => to)) {
      for (const range of ipBlock?.except ?? []) {
        const [network = '', prefix] = range.split('/');
        refused.addSubnet(network, Number(prefix), 'ipv4');
      }
    }
    expect(refused.check(address, 'ipv4')).toBe(true);
    expect(isPublicAddress(address)).toBe(false);
  });

  it('is the name servers of a cluster, of OpenShift and of a node, and the ports of the stores and of traces', () => {
    const [{ to, ports }] = policy.nameServers as [Reach];
    expect(
      to.map((peer) => peer.ipBlock?.cidr ?? peer.namespaceSelector?.matchLabels['kubernetes.io/metadata.name']),
    ).toEqual(['kube-system', 'openshift-dns', '169.254.20.10/32']);
    expect(ports.map(({ port, protocol }) => `${port} ${protocol}`)).toEqual([
      ...['53 UDP', '53 TCP', '5353 UDP', '5353 TCP'],
    ]);
    expect(policy.stores.flatMap((each) => each.ports.map(({ port }) => port))).toEqual([5432, 6379, 4318]);
  });
});

interface Labels {
  readonly matchLabels: Record<string, string>;
}
interface Container {
  readonly image: string;
  readonly command: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext: object;
  readonly resources: { readonly limits: object };
  readonly [probe: `${string}Probe`]: { readonly httpGet: { readonly path: string; readonly port: string } };
}
interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: Record<string, string> };
  readonly spec: {
    readonly selector?: Labels & Record<string, string>;
    readonly podSelector?: Labels;
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly policyTypes?: readonly string[];
    readonly unhealthyPodEvictionPolicy?: string;
    readonly template?: {
      readonly metadata: { readonly labels: Record<string, string>; readonly annotations?: Record<string, string> };
      readonly spec: { readonly containers: readonly [Container]; readonly automountServiceAccountToken: boolean };
    };
  };
}

const hasHelm = spawnSync('helm', ['version', '--short']).status === 0;
const ifHelm = describeIf(hasHelm, 'No helm on the PATH: the chart was neither linted nor rendered.');

const KUBERNETES = ['--kube-version', '1.31.0'];

function helm(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('helm', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`helm ${args[0]}: ${stderr}${stdout}`);
  return stdout;
}

ifHelm('the chart', () => {
  const directory = mkdtempSync(join(tmpdir(), 'payments-helm-'));
  const withValues = (values: object) => {
    const file = join(directory, 'values.yaml');
    writeFileSync(file, stringify(values));
    return ['--values', file];
  };
  const render = (values: object) =>
    parseAllDocuments(helm('template', 'live', chart, ...KUBERNETES, ...withValues(values)))
      .map((document) => document.toJS() as Rendered | null)
      .filter((object) => object !== null);
  const everything = {
    ...given,
    api: { autoscaling: { enabled: true } },
    worker: { autoscaling: { enabled: true } },
    serviceMonitor: { enabled: true, labels: { release: 'prometheus' } },
  };
  const pods = (objects: readonly Rendered[]) => objects.filter(({ spec }) => spec.template !== undefined);
  const deployments = (objects: readonly Rendered[]) => objects.filter(({ kind }) => kind === 'Deployment');
  const containerOf = ({ spec }: Rendered) => spec.template!.spec.containers[0];
  let objects: readonly Rendered[];

  beforeAll(() => {
    objects = render(everything);
  });

  afterAll(() => rmSync(directory, { recursive: true }));

  it('passes the linter', () => {
    expect(helm('lint', '--strict', chart, ...KUBERNETES, ...withValues(everything))).toContain('0 chart(s) failed');
  });

  it('is of apis and workers with budgets, policies and scaling, and a migration before them', () => {
    const kinds = objects.map(({ kind, metadata }) => `${kind} ${metadata.name.replace('live-payments', '')}`.trim());
    const both = (kind: string) => [`${kind} -api`, `${kind} -worker`];
    expect(kinds.sort()).toEqual(
      [
        ...['Deployment', 'Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler', 'NetworkPolicy'].flatMap(both),
        ...['Ingress', 'ServiceMonitor', 'NetworkPolicy -migrate', 'Job -migrate'],
      ].sort(),
    );
    const hooks = objects.filter(
      ({ metadata }) => metadata.annotations?.['helm.sh/hook'] === 'pre-install,pre-upgrade',
    );
    expect(hooks.map(({ kind }) => kind).sort()).toEqual(['Job', 'NetworkPolicy']);
    // Helm leaves a hook where it is unless told otherwise.
    for (const { metadata } of hooks) {
      expect(metadata.annotations?.['helm.sh/hook-delete-policy']).toBe('before-hook-creation,hook-succeeded');
    }
  });

  it('has no more than asked for', () => {
    const least = { ...given, ingress: { enabled: false }, networkPolicy: { enabled: false } };
    const kinds = new Set(render(least).map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(['Deployment', 'Job', 'PodDisruptionBudget', 'Service']);
  });

  it('starts processes with settings that they accept', () => {
    for (const pod of pods(objects)) {
      const { env, image } = containerOf(pod);
      const names = env.map(({ name }) => name);
      expect(names.filter((name) => !(name in settings))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      const plain = Object.fromEntries(env.map(({ name, value = 'postgres://x@secret/payments' }) => [name, value]));
      expect(() => loadConfig(plain)).not.toThrow();
      expect(image).toBe('registry.example.com/payments-service:0.1.0');
    }
    for (const name of ['api', 'worker']) {
      const found = deployments(objects).find(({ metadata }) => metadata.name.endsWith(`-${name}`))!;
      expect(containerOf(found).command).toEqual(['node', ...HEAP_OPTIONS, `dist/apps/${name}/src/main.js`]);
    }
  });

  it('restarts pods for changed secrets, and lets a node be drained of pods that are not ready', () => {
    const checksums = (values: object) =>
      deployments(render(values)).map(({ spec }) => spec.template!.metadata.annotations!['checksum/secrets']);
    const [api, worker] = checksums(everything);
    expect(api).toMatch(/^[0-9a-f]{64}$/);
    expect(worker).toBe(api);
    const changed = checksums({ ...everything, secretsVersion: '2' });
    expect(changed).toEqual([changed[0], changed[0]]);
    expect(changed[0]).not.toBe(api);
    const budgets = objects.filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(budgets.map(({ spec }) => spec.unhealthyPodEvictionPolicy)).toEqual(['AlwaysAllow', 'AlwaysAllow']);
  });

  it('gives the URL of the owner to the migration alone, and takes passwords from secrets', () => {
    const owners = pods(objects).filter((pod) =>
      containerOf(pod).env.some(({ name }) => name === 'DATABASE_ADMIN_URL'),
    );
    expect(owners.map(({ kind }) => kind)).toEqual(['Job']);
    for (const pod of pods(objects)) {
      const secret = containerOf(pod).env.filter(({ valueFrom }) => valueFrom !== undefined);
      expect(secret.map(({ name }) => name)).toEqual(expect.arrayContaining(['DATABASE_URL', 'QUEUE_URL']));
    }
  });

  it('lets pods do nothing that they need not do', () => {
    for (const pod of pods(objects)) {
      expect(pod.spec.template!.spec.automountServiceAccountToken).toBe(false);
      expect(containerOf(pod).securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      expect(containerOf(pod).resources.limits).toHaveProperty('memory');
    }
    for (const { spec } of objects.filter(({ kind }) => kind === 'NetworkPolicy')) {
      expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
    }
  });

  it('probes and serves ports that the processes open', () => {
    const ports = { api: { base: 3000, vault: 3001, state: 9464 }, worker: { state: 9465 } };
    for (const [component, opened] of Object.entries(ports)) {
      const named = (kind: string) =>
        objects.find((each) => each.kind === kind && each.metadata.name === `live-payments-${component}`)!;
      const container = containerOf(named('Deployment'));
      expect(Object.fromEntries(container.ports!.map((each) => [each.name, each.containerPort]))).toEqual(opened);
      const probes = (['startupProbe', 'livenessProbe', 'readinessProbe'] as const).map(
        (probe) => container[probe]!.httpGet,
      );
      expect(probes).toEqual(
        ['/health/startup', '/health/live', '/health/ready'].map((path) => ({ path, port: 'state' })),
      );
      expect(named('Service').spec.ports!.map(({ targetPort }) => targetPort)).toEqual(Object.keys(opened));
    }
  });

  it('selects pods that it makes', () => {
    const labels = pods(objects).map(({ spec }) => Object.entries(spec.template!.metadata.labels));
    const wanted = objects.flatMap(({ kind, spec }) => {
      if (kind === 'Service') return [spec.selector!];
      if (kind === 'ServiceMonitor') return [];
      return [spec.selector?.matchLabels ?? spec.podSelector?.matchLabels ?? {}];
    });
    for (const selector of wanted.filter((each) => Object.keys(each).length > 0)) {
      const found = labels.filter((own) =>
        Object.entries(selector).every(([name, value]) => Object.fromEntries(own)[name] === value),
      );
      expect(found).toHaveLength(1);
    }
  });
});
