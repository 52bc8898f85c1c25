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
    rolldownOptions: {
      // Packages that also run on servers mark their client part; here everything is one.
      // Few files: what every page needs is loaded once, each page adds its own.
      output: {
        codeSplitting: {
          groups: [
            { name: 'packages', test: /node_modules/ },
            { name: 'frame', test: /portal[\\/]src[\\/](app|api|ui|format|messages)[\\/]/ },
          ],
        },
      },
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
    },
  },
});
