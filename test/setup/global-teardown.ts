export default async function globalTeardown(): Promise<void> {
  const postgres = globalThis.testPostgres;
  globalThis.testPostgres = undefined;
  await postgres?.destroy();
}
