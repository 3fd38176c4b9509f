import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

// Sources are stripped of types and compiled once and not on every start, which takes a quarter less time. The cache must
// be on before the first module is loaded, so the imports below are dynamic.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/node-compile'));
const { StartError } = await import('./app/server/database-connection.ts');
const { startPortal } = await import('./app/server/start.ts');
const { SettingError } = await import('./platform/server/config/env.ts');
const { UnusableDatabaseError } = await import('./platform/server/db/unusable-database.ts');

/** Errors the operator can fix are printed as one line. All others are bugs and are printed with their stack. */
const operatorErrors = [SettingError, StartError, UnusableDatabaseError];

/** npm forwards a Ctrl-C that the terminal already sent to this process, so two signals within this time count as one. */
const sameSignalMs = 1_000;

/** Exits when the database is lost, so the process manager restarts the portal together with its database. */
function exitWithError(line: string): void {
  console.error(line);
  process.exit(1);
}

try {
  const portal = await startPortal(
    process.env,
    (line) => console.log(line),
    exitWithError,
    (line) => console.warn(line),
  );
  flushCompileCache();
  let stoppingSinceMs: number | null = null;
  const stop = async () => {
    if (stoppingSinceMs !== null) {
      // A second signal exits immediately. The embedded database stops on its own when this process is gone.
      if (performance.now() - stoppingSinceMs > sameSignalMs) process.exit(1);
      return;
    }
    stoppingSinceMs = performance.now();
    await portal.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
} catch (error) {
  console.error(operatorErrors.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exit(1);
}
