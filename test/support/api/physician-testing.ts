import { randomUUID } from 'node:crypto';
import type { Draft, FormRecord } from '#features/forms/shared/contract.ts';
import { missingQuestions } from '#features/forms/shared/rules.ts';
import { testPortal } from './portal-testing.ts';

const drawnStrokes = [[20, 100, 80, 40, 140, 150, 200, 60, 260, 140, 320, 80, 380, 120, 440, 90]];

interface Signing {
  /** Questions answered with yes. All others are answered with no. */
  yes?: readonly string[];
  storeNumber?: number | null;
  /** The guardian who also signs, for a minor. */
  guardian?: string;
}

/** Signed medical forms and physicians' decisions on a separate portal. */
export async function createPhysicianFixture() {
  const portal = await testPortal();
  const { request, services } = portal;
  const { pool } = services.database;
  const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows;

  const send = async (email: string, fields: Record<string, string>, file?: Buffer) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    if (file) form.set('file', new Blob([new Uint8Array(file)]), 'page');
    const body = new Response(form);
    return portal.app.inject({
      method: 'POST',
      url: '/api/forms/Data',
      headers: { ...(await portal.headersOf(email)), 'content-type': body.headers.get('content-type') ?? '' },
      payload: Buffer.from(await body.arrayBuffer()),
    });
  };

  /** Fills in and signs the medical form and returns the record id. */
  const signMedical = async (email: string, { yes = ['medical.q3'], storeNumber = null, guardian }: Signing = {}) => {
    const created = await request(email, 'POST', '/api/forms/Drafts', { packet: 'medical', storeNumber });
    const { id } = created.json<{ id: string }>();
    const url = `/api/forms/Drafts/${id}`;
    for (;;) {
      const { forms, answers } = (await request(email, 'GET', url)).json<Draft>();
      const missing = missingQuestions(forms, answers);
      if (missing.length === 0) break;
      const changes = Object.fromEntries(missing.map((question) => [question, yes.includes(question) ? 'yes' : 'no']));
      const saved = await request(email, 'PUT', url, { changes });
      if (saved.statusCode !== 200) throw new Error(`saving answers failed: ${saved.body}`);
    }
    const { revision, locale } = (await request(email, 'GET', url)).json<Draft>();
    for (const signer of guardian === undefined ? [email] : [email, guardian]) {
      const signed = await send(signer, {
        kind: 'signature',
        documentId: id,
        key: randomUUID(),
        revision: String(revision),
        locale,
        acknowledged: 'medical',
        method: 'drawn',
        strokes: JSON.stringify(drawnStrokes),
      });
      if (signed.statusCode !== 200) throw new Error(`signing failed: ${signed.body}`);
    }
    return id;
  };

  const tokenFor = async (to: string) => {
    const [mail] = await rows<{ text: string }>(
      'select text from mail_outbox where to_address = $1 order by created_at desc limit 1',
      [to],
    );
    return /\/physician\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  };

  return {
    app: portal.app,
    services,
    request,
    rows,
    drawn: drawnStrokes,
    signMedical,
    sendPage: (email: string, documentId: string, file?: Buffer, key: string = randomUUID()) =>
      send(email, { kind: 'page', documentId, key }, file),
    /** Sends a link to a physician and returns its token from the mail. */
    linkOf: async (email: string, recordId: string, to: string = `${randomUUID()}@practice.test`) => {
      await pool.query('delete from rate_counter');
      const answer = await request(email, 'POST', `/api/forms/Records/${recordId}/physician-link`, { email: to });
      if (answer.statusCode !== 200) throw new Error(`sending the physician link failed: ${answer.body}`);
      return tokenFor(to);
    },
    tokenFor,
    /** Confirms the physician's decision, as the form's store or as staff. */
    confirm: async (recordId: string, person: string, overrides: object = {}) => {
      const [pending] = await rows<{ id: string }>(
        'select id from form_evaluation where record_id = $1 and needs_confirmation order by decided_at desc limit 1',
        [recordId],
      );
      return request(person, 'POST', `/api/forms/Records/${recordId}/confirmation`, {
        evaluationId: pending?.id ?? randomUUID(),
        outcome: 'confirmed',
        ...overrides,
      });
    },
    statusOf: async (recordId: string) =>
      (
        await rows<{ status: FormRecord['medicalStatus'] }>(
          'select medical_status as status from form_record where id = $1',
          [recordId],
        )
      )[0]?.status,
    noticesOf: async (affiliateId: number, kind: string) =>
      (await rows('select from notification where affiliate_id = $1 and kind = $2', [affiliateId, kind])).length,
  };
}
