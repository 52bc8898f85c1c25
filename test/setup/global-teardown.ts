import { rmSync } from 'node:fs';

export default async function globalTeardown(): Promise<void> {
  const { testPostgres, testDirectory } = globalThis;
  globalThis.testPostgres = undefined;
  await testPostgres?.destroy();
  if (testDirectory !== undefined) rmSync(testDirectory, { recursive: true, force: true });
}
