import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { createStaffSessions } from '#features/account/server/public.ts';
import type { Brand } from '#platform/shared/brand.ts';
import { postponeDeletionsDuringBackups } from '#platform/server/backup/postpone-deletions.ts';
import type { Services } from '#platform/server/http/context.ts';
import { openDatabase } from '#platform/server/db/database.ts';
import { assertRoleHasLimits } from '#platform/server/db/session-limits.ts';
import { SettingError, type Env } from '#platform/server/config/env.ts';
import { createFileStore } from '#platform/server/files/file-store.ts';
import { createFeatureFlags } from '#platform/server/config/feature-flags.ts';
import { createJobQueues } from '#platform/server/jobs/jobs.ts';
import { createMailer } from '#platform/server/mail/mailer.ts';
import { loadMessages, type Messages } from '#platform/server/i18n/messages.ts';
import { migrate } from '#platform/server/db/migrate.ts';
import { createPubSub } from '#platform/server/events/pubsub.ts';
import { createSecurityEventCounter } from '#platform/server/auth/security-event-counter.ts';
import { createLoggerOptions } from '#platform/server/observability/telemetry.ts';
import { createAccessTokens } from '#platform/server/auth/access-tokens.ts';
import { listAllJobs } from './jobs.ts';
import { createPartitions } from './partitions/partitions.ts';
import { personalData } from './personal-data.ts';

const migrationsFolder = join(import.meta.dirname, '../../../migrations');
const sourceFolder = join(import.meta.dirname, '../..');

/** Message files don't change while a process runs, and tests open services many times in one. */
let messages: Messages | undefined;

/** The services of a process, on a migrated database. `connection` is not a pooler. */
export async function openServices(
  env: Env,
  brand: Brand,
  connection: pg.ClientConfig,
): Promise<Services & { close(): Promise<void> }> {
  const log = pino(createLoggerOptions(env));
  const database = openDatabase({
    connection,
    poolSize: env.DATABASE_POOL,
    statements: env.DATABASE_STATEMENTS,
    ...(env.DATABASE_DIRECT_URL !== undefined && { pooler: { connectionString: env.DATABASE_URL } }),
    ...(env.DATABASE_REPLICA_URL !== undefined && { replica: { connectionString: env.DATABASE_REPLICA_URL } }),
    onReplicaChange: (isUsed, reason) =>
      isUsed ? log.info('replica is used again') : log.warn({ err: reason }, 'replica is left out'),
  });
  await migrate(database.sessionPool, migrationsFolder);
  await createPartitions(database.sessionPool);
  if (env.DATABASE_DIRECT_URL !== undefined)
    await assertRoleHasLimits(database.db).catch((error: Error) => {
      throw new SettingError(error.message, { cause: error });
    });
  const pubsub = await createPubSub({
    database,
    connection,
    onError: (error) => log.error({ err: error }, 'pubsub connection failed'),
  });
  messages ??= loadMessages(sourceFolder);
  const mail = createMailer({ env, messages, brandName: brand.name });
  await createJobQueues(database.pool, listAllJobs(mail));
  const securityEvents = createSecurityEventCounter(database, (error) =>
    log.error({ err: error }, 'storing security event counts failed'),
  );
  return {
    env,
    database,
    pubsub,
    messages,
    mail,
    tokens: createAccessTokens(env.SECRET_KEYS, env.BASE_URL),
    files: postponeDeletionsDuringBackups(await createFileStore(env), database),
    flags: await createFeatureFlags(database, pubsub),
    securityEvents,
    staffSessions: createStaffSessions(database, (error) => log.error({ err: error }, 'staff session update failed')),
    personalData,
    close: async () => {
      await securityEvents.close();
      mail.close();
      await pubsub.close();
      await database.close();
    },
  };
}
