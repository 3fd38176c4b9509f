import { beforeEach } from 'vitest';
import { library } from '#features/learning/server/content/library.ts';
import { type CodeGrant, grantCode } from '#features/learning/server/public.ts';
import type { AccessCode, HeldCode, RedeemResult } from '#features/learning/shared/codes-contract.ts';
import { testPortal } from './portal-testing.ts';

export interface Person {
  id: number;
  email: string;
}
export const diver: Person = { id: 400_001, email: 'diver@demo.test' };
export const student: Person = { id: 400_002, email: 'student@demo.test' };
export const minor: Person = { id: 400_003, email: 'minor@demo.test' };
export const guardian: Person = { id: 400_004, email: 'guardian@demo.test' };
export const instructor: Person = { id: 400_005, email: 'instructor@demo.test' };
export const candidate: Person = { id: 400_006, email: 'candidate@demo.test' };
export const store: Person = { id: 400_007, email: 'store@demo.test' };
export const staff: Person = { id: 400_008, email: 'staff@demo.test' };

/** Requests for access codes on a separate portal without codes. Call it at the top of a test file. */
export async function createAccessCodesFixture() {
  // Courses are loaded first, like at server start, because loading them during a request is slow.
  library.list();
  const portal = await testPortal();
  const { services } = portal;

  const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await services.database.pool.query<Row>(text, values)).rows;

  beforeEach(async () => {
    for (const table of ['rate_counter', 'link_token', 'mail_outbox', 'notification', 'access_code'])
      await rows(`delete from ${table}`);
    await rows('delete from enrollment where affiliate_id = $1', [candidate.id]);
    // Codes are for specialties, which require a certification.
    await rows('delete from certification where affiliate_id = any ($1)', [[minor.id, guardian.id]]);
    await rows(
      "insert into certification (affiliate_id, level_id, cert_date) select unnest($1::bigint[]), 10, '2024-05-01'",
      [[minor.id, guardian.id]],
    );
  });

  async function call<Body>(person: Person, method: 'GET' | 'POST', path: string, payload?: object) {
    const answer = await portal.request(person.email, method, `/api/certifications/${path}`, payload);
    const body = answer.json<Body & { errors?: { code: string; path?: string }[] }>();
    return { status: answer.statusCode, body, code: body?.errors?.[0]?.code, path: body?.errors?.[0]?.path };
  }

  const mails = () =>
    rows<{ to_address: string; subject: string; text: string; locale: string }>('select * from mail_outbox');

  return {
    services,
    rows,
    call,
    mails,
    redeem: (person: Person, code: string) => call<RedeemResult>(person, 'POST', `codes/${code}/redeem`, {}),
    choose: (person: Person, code: string, packageId: string) =>
      call<RedeemResult>(person, 'POST', `codes/${code}/redeem/specialty?packageid=${packageId}`, {}),
    share: (person: Person, code: string, email: string) =>
      call(person, 'POST', `codes/${code}/share`, { email, certificationName: 'As the page calls it' }),
    unredeemed: async (person: Person) => (await call<AccessCode[]>(person, 'GET', 'codes/unredeemed')).body,
    held: async (person: Person, query = '') =>
      (
        await call<{ total: number; counts: Record<string, number>; items: HeldCode[] }>(
          person,
          'GET',
          `codes/held${query}`,
        )
      ).body,
    openLink: (person: Person, token: string) => call<{ from: string }>(person, 'GET', token),
    claim: (person: Person, token: string) => call<AccessCode>(person, 'POST', `${token}/claim`, {}),

    grant: (overrides: Partial<CodeGrant> = {}) =>
      services.database.inTransaction('test', (db) =>
        grantCode({ services, db, correlationId: 'test' }, { packageId: 'deep', holder: candidate.id, ...overrides }),
      ),
    enrollmentOf: async ({ id }: Person, packageId = 'deep') =>
      (await rows('select * from enrollment where affiliate_id = $1 and package_id = $2', [id, packageId]))[0],
    codeRow: async (code: string) =>
      (await rows<Record<string, unknown>>('select * from access_code where code = $1', [code]))[0],
    async lastToken(): Promise<string> {
      const token = /\/training\/claim\/([\w-]+)/.exec((await mails()).at(-1)?.text ?? '')?.[1];
      if (token === undefined) throw new Error('no claim link in the last mail');
      return token;
    },
  };
}
