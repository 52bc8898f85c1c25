import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { defineConfig } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const outDir = join(here, '..', '..', 'dist', 'portal');
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Writes the compressed forms beside each asset: the api serves them as they are. */
const compress = {
  name: 'compress',
  apply: 'build',
  writeBundle() {
    for (const name of readdirSync(join(outDir, 'assets'))) {
      const path = join(outDir, 'assets', name);
      const body = readFileSync(path);
      writeFileSync(`${path}.br`, brotliCompressSync(body, brotli));
      writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
    }
  },
};

export default defineConfig({
  root: here,
  base: '/portal/',
  plugins: [compress],
  build: {
    outDir,
    emptyOutDir: true,
    manifest: 'manifest.json',
    sourcemap: false,
    // A data: address is not allowed for scripts and styles, and the polyfill would be for browsers that lack `light-dark()`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One file: each page's styles are small, and a request for each would cost more.
    cssCodeSplit: false,
    rolldownOptions: {
      // Packages that also run on servers mark their client part; here everything is one.
      // Few files: what every page needs is loaded once, each page adds its own.
      output: {
        codeSplitting: {
          groups: [
            // Charts are drawn by a package that only their page loads.
            {
              name: 'app',
              test: /node_modules[\\/](?!uplot)|portal[\\/]src[\\/](main|charts[\\/]chart|(app|api|ui|format|messages)[\\/](?!lazy))/,
            },
            // Pages of one thing share most of what they show. Tables of filters belong to the router.
            { name: 'bulk', test: /pages[\\/]bulk[\\/](?!bulk-filters)/ },
            { name: 'rails', test: /pages[\\/]rails[\\/](?!.*-filters)/ },
            // The forms of payments share how they choose parties.
            {
              name: 'payments',
              test: /pages[\\/]new-transfer[\\/](?!parameters)|lazy[\\/](combobox|part|use-|account-queries|new-transfer)/,
            },
            // A group takes along what its files need, so this one follows the one that it shares them with.
            { name: 'schedules', test: /pages[\\/]schedules[\\/](?!.*-filters)|lazy[\\/](schedule|weekday)/ },
            { name: 'reports', test: /pages[\\/]reports[\\/](?!report-filters)/ },
            { name: 'subledgers', test: /pages[\\/]subledgers[\\/](?!.*-filters)/ },
            {
              name: 'transfer',
              test: /pages[\\/]transfer[\\/]|(ui|messages)[\\/]lazy[\\/](decisions|resource-events|events|transfer)/,
            },
            { name: 'webhooks', test: /pages[\\/]webhooks[\\/](?!.*\.table)/ },
          ],
        },
      },
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
    },
  },
});
