import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '../shared/locale.ts';
import type { Database, Db } from './db.ts';
import type { Env } from './env.ts';
import type { Files } from './files.ts';
import type { Flags } from './flags.ts';
import type { Mailer } from './mail.ts';
import type { Messages } from './messages.ts';
import type { PubSub } from './pubsub.ts';
import type { Refusals } from './refusals.ts';
import type { Principal, Tokens } from './token.ts';

/** Sessions of staff, which are counted by use. */
export interface StaffSessions {
  /** The person has done something; at the desk this extends a confirmation. */
  noteUse(principal: Pick<Principal, 'affiliateId' | 'sessionId'>, isDesk: boolean): Promise<void>;
  /** Whether a confirmation that was extended at the desk still counts. */
  isConfirmed(principal: Pick<Principal, 'affiliateId' | 'sessionId'>): Promise<boolean>;
}

/** What a process has one of. Built once in app/server.ts. */
export interface Services {
  env: Env;
  database: Database;
  tokens: Tokens;
  pubsub: PubSub;
  files: Files;
  flags: Flags;
  messages: Messages;
  mail: Mailer;
  refusals: Refusals;
  staffSessions: StaffSessions;
}

/** What a handler is given. A handler never sees the pool: `db` is the transaction of a write. */
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

export type UserFor<A> = A extends 'anyone' ? Principal | null : Principal;
