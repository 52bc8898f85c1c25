export { backUpCluster, restoreCluster } from './backup.js';
export { makePrivateDirectory } from './account.js';
export { EmbeddedPostgres, runningEmbeddedPostgres } from './embedded-postgres.js';
export { LockFile } from './lock-file.js';
export { parentProcess, processCommand, processCpuMs, processIdentity } from './process-identity.js';
