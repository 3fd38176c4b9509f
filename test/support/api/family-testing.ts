import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { sendProposedInvite } from '#features/family/server/public.ts';
import type { Family, Invite } from '#features/family/shared/contract.ts';
import type { TestPortal } from './portal-testing.ts';

/** Demo people by affiliate id. Ida is twelve and Adaeze is her guardian. */
export const familyIds = {
  diver: 400_001,
  student: 400_002,
  ida: 400_003,
  adaeze: 400_004,
  instructor: 400_005,
  store: 400_007,
  staff: 400_008,
} as const;

interface CallResult<Body> {
  status: number;
  code: string | undefined;
  path: string | undefined;
  body: Body;
}

/** Requests about families, also for people without an email address. */
export function createFamilyFixture(portal: TestPortal) {
  const { app, services } = portal;
  const { db } = services.database;

  async function rows<Row = Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await services.database.pool.query(text, values)).rows as Row[];
  }

  async function call<Body = unknown>(
    affiliateId: number | null,
    method: InjectOptions['method'],
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<CallResult<Body>> {
    const answer = await app.inject({
      method: method ?? 'GET',
      url,
      headers: { ...headers, ...(affiliateId !== null && (await tokenOf(affiliateId))) },
      ...(payload && { payload }),
    });
    const body = answer.json();
    const [error] = body?.errors ?? [];
    return { status: answer.statusCode, code: error?.code, path: error?.path, body };
  }

  async function tokenOf(affiliateId: number): Promise<Record<string, string>> {
    const person = await db
      .selectFrom('person')
      .selectAll()
      .where('affiliate_id', '=', affiliateId)
      .executeTakeFirstOrThrow();
    const { token } = await services.tokens.mint({
      sub: person.sub,
      affiliateId,
      affiliateTypeId: person.affiliate_type_id,
      sessionId: randomUUID(),
      isEmailVerified: person.email === null || person.email_verified_at !== null,
      confirmedAtMs: Date.now(),
    });
    return { authorization: `Bearer ${token}`, 'affiliate-id': String(affiliateId) };
  }

  return {
    rows,
    call,

    /** Runs the job that sends a proposed invitation for Ida, `hours` from now. */
    runJob: (inviteId: string, hours: number) =>
      sendProposedInvite.run(
        {
          services,
          database: services.database,
          log: app.log,
          now: new Date(Date.now() + hours * 3_600_000),
          isLastTry: false,
        },
        { affiliateId: familyIds.ida, inviteId },
      ),

    /** Resets to the demo's state: Ida has one guardian and no invitations. */
    async begin(): Promise<void> {
      await rows('delete from guardian_invite');
      await rows('delete from guardian_removal');
      await rows('delete from handover');
      await rows('delete from guardian_link');
      await rows('delete from former_guardian');
      await rows('insert into guardian_link (affiliate_id, guardian_id) values ($1, $2)', [
        familyIds.ida,
        familyIds.adaeze,
      ]);
      await rows('delete from mail_outbox');
      await rows('delete from notification');
      await rows('delete from rate_counter');
    },

    read: (affiliateId: number) => call<Family>(affiliateId, 'GET', '/api/family/Family'),

    async addChild(guardian: number, changes: object = {}): Promise<number> {
      const child = { key: randomUUID(), firstName: 'Obi', lastName: 'Okafor', birthdate: '2016-06-01', ...changes };
      return (await call<{ affiliateId: number }>(guardian, 'POST', '/api/family/Children', child)).body.affiliateId;
    },

    invite: (by: number, email: string, affiliateId: number = familyIds.ida) =>
      call<Invite>(by, 'POST', '/api/family/Invites', { affiliateId, email }),

    /** The token in the newest mail to the address. */
    async tokenFor(email: string): Promise<string> {
      const [mail] = await rows<{ text: string }>(
        'select text from mail_outbox where to_address = $1 order by created_at desc limit 1',
        [email],
      );
      return /\/(?:sign|handover)\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    },

    accept: (by: number | null, token: string) =>
      call<{ affiliateId: number; path: string }>(by, 'POST', '/api/family/Invites/accept', { token }),

    noticeKindsOf: async (affiliateId: number): Promise<string[]> =>
      (
        await rows<{ kind: string }>('select kind from notification where affiliate_id = $1 order by timestamp, kind', [
          affiliateId,
        ])
      ).map(({ kind }) => kind),

    mailsTo: async (email: string): Promise<string[]> =>
      (
        await rows<{ subject: string }>('select subject from mail_outbox where to_address = $1 order by created_at', [
          email,
        ])
      ).map(({ subject }) => subject),

    audited: async (action: string): Promise<{ actor: number | null; data: Record<string, unknown> }[]> =>
      rows('select actor_affiliate_id as actor, data from audit_entry where action = $1 order by seq', [action]),
  };
}
