import { StartError } from './app/server/database-connection.ts';
import { startPortal } from './app/server/start.ts';
import { SettingError } from './platform/server/config/env.ts';

/** What a person can mend gets one line; everything else is a fault of ours and shows where. */
const expected = [SettingError, StartError];

/** npm passes on a Ctrl-C that the terminal has sent to everybody already: that is one wish, not two. */
const sameSignalMs = 1_000;

/** Without its database it can do nothing; whatever watches over it starts both again. */
function giveUp(line: string): void {
  console.error(line);
  process.exit(1);
}

try {
  const portal = await startPortal(
    process.env,
    (line) => console.log(line),
    giveUp,
    (line) => console.warn(line),
  );
  let stoppingSinceMs: number | null = null;
  const stop = async () => {
    if (stoppingSinceMs !== null) {
      // Whoever asks again does not want to wait; the embedded database ends by itself when its process is gone.
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
  console.error(expected.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exit(1);
}
