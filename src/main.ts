import { StartError } from './app/connection.ts';
import { startPortal } from './app/start.ts';
import { SettingError } from './platform/server/env.ts';

/** What a person can mend gets one line; everything else is a fault of ours and shows where. */
const expected = [SettingError, StartError];

try {
  const portal = await startPortal(process.env, (line) => console.log(line));
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    await portal.stop();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
} catch (error) {
  console.error(expected.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exit(1);
}
