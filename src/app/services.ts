import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { createStaffSessions } from '../features/account/server/public.ts';
import type { Brand } from '../platform/shared/brand.ts';
import type { Services } from '../platform/server/context.ts';
import { openDatabase } from '../platform/server/db.ts';
import type { Env } from '../platform/server/env.ts';
import { createFiles } from '../platform/server/files.ts';
import { createFlags } from '../platform/server/flags.ts';
import { createMail } from '../platform/server/mail.ts';
import { loadMessages, type Messages } from '../platform/server/messages.ts';
import { migrate } from '../platform/server/migrate.ts';
import { createPubSub } from '../platform/server/pubsub.ts';
import { createRefusals } from '../platform/server/refusals.ts';
import { loggerOptions } from '../platform/server/telemetry.ts';
import { createTokens } from '../platform/server/token.ts';

const migrationsFolder = join(import.meta.dirname, '../../migrations');
const sourceFolder = join(import.meta.dirname, '..');

/** Message files don't change while a process runs, and tests open services many times in one. */
let messages: Messages | undefined;

/** Everything a process has one of, on a database that is up to date. */
export async function openServices(
  env: Env,
  brand: Brand,
  connection: pg.ClientConfig,
): Promise<Services & { close(): Promise<void> }> {
  const log = pino(loggerOptions(env));
  const database = openDatabase({ connection, poolSize: env.DATABASE_POOL });
  await migrate(database.pool, migrationsFolder);
  const pubsub = await createPubSub({ connection, onError: (error) => log.error({ err: error }, 'live events') });
  messages ??= loadMessages(sourceFolder);
  const mail = createMail({ env, messages, brandName: brand.name });
  const refusals = createRefusals(database, (error) => log.error({ err: error }, 'refused calls were not stored'));
  return {
    env,
    database,
    pubsub,
    messages,
    mail,
    tokens: createTokens(env.SECRET_KEYS, env.BASE_URL),
    files: createFiles(env),
    flags: await createFlags(database, pubsub),
    refusals,
    staffSessions: createStaffSessions(database, (error) => log.error({ err: error }, 'staff session was not updated')),
    close: async () => {
      await refusals.close();
      mail.close();
      await pubsub.close();
      await database.close();
    },
  };
}
