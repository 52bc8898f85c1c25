// `npm run bench -- --ach`: entries per second and memory of the NACHA writer and reader, beside a bare line reader of the
// same file. Each measurement is a process, so that its memory is its own.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL('../..', import.meta.url));
const GROUP = 1_000;
// So that a file of 9,999,960 entries has fewer than a million blocks, and its total 12 digits.
const PER_BATCH = 900_000;
const MOST_CENTS = 100_000;
const MEBIBYTE = 1024 * 1024;
const LINE_FEED = 0x0a;

/** Measures all programs on one file. @returns rows with name, entries per second and the peak memory in MiB */
export function measureAchFiles(entries) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-ach-'));
  try {
    const file = join(folder, 'entries.ach');
    const rows = ['write', 'lines', 'read'].map((program) => run(program, file, entries));
    return { entries, megabytes: statSync(file).size / 1e6, rows };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function run(program, file, entries) {
  const script = join(root, 'test/bench/ach-files.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [script, program, file, String(entries)], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program} failed:\n${stderr}`);
  return { program, ...JSON.parse(stdout) };
}

const programs = {
  async write(file, entries) {
    const { AchFileWriter, traceNumber, checkDigitOf } = formats();
    const out = createWriteStream(file);
    const dfis = Array.from({ length: 97 }, (_, at) => String(10_000_019 + at * 101));
    const digits = new Map(dfis.map((dfi) => [dfi, String(checkDigitOf(dfi))]));
    const entry = (at) => {
      const receiving_dfi = dfis[at % dfis.length];
      const detail = {
        transaction_code: 22,
        receiving_dfi,
        check_digit: digits.get(receiving_dfi),
        account_number: String(100_000_000 + at),
        amount: 1 + (at % MOST_CENTS),
        individual_id: 'REFERENCE-00001',
        individual_name: 'MARGARET HAMILTON',
        discretionary_data: '',
        addenda_indicator: 0,
        trace_number: traceNumber('09100001', at + 1),
      };
      return { detail, addenda: null };
    };
    function* groups(first, count) {
      for (let at = first; at < first + count; at += GROUP) {
        yield Array.from({ length: Math.min(GROUP, first + count - at) }, (_, each) => entry(at + each));
      }
    }
    function* batches() {
      for (let first = 0; first < entries; first += PER_BATCH) {
        const header = { ...COMPANY, batch_number: first / PER_BATCH + 1 };
        yield { header, entries: groups(first, Math.min(PER_BATCH, entries - first)) };
      }
    }
    for await (const chunk of new AchFileWriter(FILE).write(batches())) {
      if (!out.write(chunk)) await once(out, 'drain');
    }
    out.end();
    await once(out, 'finish');
  },

  /** Finds the ends of lines and nothing else. */
  async lines(file) {
    let lines = 0;
    for await (const chunk of createReadStream(file)) {
      for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) lines += 1;
    }
    if (lines === 0) throw new Error('the file has no lines');
  },

  async read(file, entries) {
    const { readAchFile } = formats();
    let found = 0;
    for await (const event of readAchFile(createReadStream(file))) {
      if (event.kind === 'entries') found += event.entries.length;
    }
    if (found !== entries) throw new Error(`${found} entries found, ${entries} written`);
  },
};

// Without the rest of the service, which takes 80 MiB and a second to load.
const formats = () => {
  const modules = ['ach-file-reader', 'ach-file-writer', 'trace-number', 'routing-number'];
  return Object.assign({}, ...modules.map((name) => require(join(root, `dist/libs/rails/src/domain/ach/${name}.js`))));
};

const FILE = {
  ...{ immediate_destination: ' 091000019', immediate_origin: '1234567890', creation_date: '261123' },
  ...{ creation_time: '0905', file_id_modifier: 'A', destination_name: 'FIRST BANK', origin_name: 'ACME CORP' },
  reference_code: '',
};
const COMPANY = {
  ...{ service_class: 220, company_name: 'ACME CORP', company_discretionary_data: '', company_id: '1234567890' },
  ...{ sec: 'PPD', company_entry_description: 'PAYMENT', company_descriptive_date: '261124', odfi: '09100001' },
  ...{ effective_entry_date: '261124', settlement_date: '', originator_status_code: '1' },
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [program, file, entries] = process.argv.slice(2);
  formats();
  const started = process.hrtime.bigint();
  await programs[program](file, Number(entries));
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  const peak = (process.resourceUsage().maxRSS * 1024) / MEBIBYTE;
  const { user, system } = process.cpuUsage();
  process.stdout.write(JSON.stringify({ seconds, cpu: (user + system) / 1e6, peak }));
}
