import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '#platform/shared/locale.ts';
import type { Database, Db } from '#platform/server/db/database.ts';
import type { Env } from '#platform/server/config/env.ts';
import type { FileStore } from '#platform/server/files/file-store.ts';
import type { FeatureFlags } from '#platform/server/config/feature-flags.ts';
import type { Mailer } from '#platform/server/mail/mailer.ts';
import type { Messages } from '#platform/server/i18n/messages.ts';
import type { PersonalDataRules } from '#platform/server/privacy/personal-data.ts';
import type { PubSub } from '#platform/server/events/pubsub.ts';
import type { SecurityEventCounter } from '#platform/server/auth/security-event-counter.ts';
import type { Principal, AccessTokens } from '#platform/server/auth/access-tokens.ts';

/** Staff sessions, which expire without use. */
export interface StaffSessions {
  /** Records activity of the person. At the desk this also extends a confirmation. */
  noteUse(principal: Pick<Principal, 'affiliateId' | 'sessionId'>, isDesk: boolean): Promise<void>;
  /** Whether a confirmation that was extended at the desk is still valid. */
  isConfirmed(principal: Pick<Principal, 'affiliateId' | 'sessionId'>): Promise<boolean>;
}

/** The singletons of a process, created in app/server. */
export interface Services {
  env: Env;
  database: Database;
  tokens: AccessTokens;
  pubsub: PubSub;
  files: FileStore;
  flags: FeatureFlags;
  messages: Messages;
  mail: Mailer;
  securityEvents: SecurityEventCounter;
  staffSessions: StaffSessions;
  personalData: Required<PersonalDataRules>;
}

/** The context of a handler. In a write, `db` is the transaction; handlers have no access to the pool. */
export interface Context<User extends Principal | null = Principal> {
  db: Db;
  user: User;
  now: Date;
  locale: Locale;
  correlationId: string;
  log: FastifyBaseLogger;
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The context of a field that PostgreSQL answers. */
export type PlainContext<User extends Principal | null = Principal> = Omit<Context<User>, 'locale'>;

/** The context of work in a transaction, whether a request or a job started it. */
export type TransactionContext = Pick<Context, 'services' | 'db' | 'correlationId' | 'now'>;

export type UserFor<A> = A extends 'anyone' ? Principal | null : Principal;
