import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { beforeEach } from 'vitest';
import { deleteFilesJob } from '#platform/server/files/delete-files.ts';
import type { Job, JobContext } from '#platform/server/jobs/jobs.ts';
import { makeRecordDocument } from '#features/forms/server/documents/make-record-document.ts';
import { findStoredRecord, isRetained, decryptRecordContent } from '#features/forms/server/records/record-access.ts';
import type { Draft, FormRecord, Packet } from '#features/forms/shared/contract.ts';
import { openQuestions } from '#features/forms/shared/rules.ts';
import { demoAffiliateIds, type DemoPersonName } from './demo-people-testing.ts';
import type { TestPortal } from './portal-testing.ts';

export const storeNumber = 20_001;
export const memberNumber = 100_001;

/** A wave from left to right, as a finger draws it. */
export const drawnStrokes = JSON.stringify([
  Array.from({ length: 40 }, (_, index) => [40 + index * 10, 100 + Math.round(40 * Math.sin(index / 3))]).flat(),
]);

export interface CallResult<Body> {
  status: number;
  body: Body;
  /** Code and path of each error. */
  errors: string[];
}

interface StartedForms {
  packet?: Packet;
  affiliateId?: number;
  storeNumber?: number | null;
  memberNumber?: number | null;
  replaces?: string | null;
}

/** The calls of forms as the browser makes them. */
export function createFormsFixture(portal: TestPortal) {
  const { pool } = portal.services.database;
  const base = '/api/forms';
  const rows = async <Row extends object>(sql: string, values: unknown[] = []) =>
    (await pool.query<Row>(sql, values)).rows;

  function toAnswered<Body>(answer: { statusCode: number; json(): unknown }): CallResult<Body> {
    const body = answer.json() as Body & { errors?: { code: string; path?: string }[] };
    const errors = (body?.errors ?? []).map(({ code, path }) => (path === undefined ? code : `${code} ${path}`));
    return { status: answer.statusCode, body, errors };
  }

  const call = async <Body>(
    who: DemoPersonName | null,
    method: InjectOptions['method'],
    path: string,
    payload?: unknown,
  ) =>
    toAnswered<Body>(
      await portal.request(who === null ? null : `${who}@demo.test`, method, `${base}/${path}`, payload),
    );

  async function begin(who: DemoPersonName, begun: StartedForms = {}): Promise<string> {
    const { status, body } = await call<{ id: string }>(who, 'POST', 'Drafts', { packet: 'medical', ...begun });
    if (status !== 200) throw new Error(`forms were not begun: ${JSON.stringify(body)}`);
    return body.id;
  }

  const look = async (who: DemoPersonName, id: string) => (await call<Draft>(who, 'GET', `Drafts/${id}`)).body;
  const change = (who: DemoPersonName, id: string, changes: Record<string, string | null>) =>
    call<{ revision: number; answers: Record<string, string> }>(who, 'PUT', `Drafts/${id}`, { changes });

  /** Every open question: with no, but for those that are given. */
  async function answerAll(who: DemoPersonName, id: string, given: Record<string, string> = {}): Promise<void> {
    if (Object.keys(given).length > 0) await change(who, id, given);
    const { forms, answers } = await look(who, id);
    const open = openQuestions(forms, answers).filter((question) => answers[question.id] === undefined);
    await change(who, id, Object.fromEntries(open.map((question) => [question.id, 'no'])));
  }

  async function post(who: DemoPersonName | null, fields: Record<string, unknown>, file?: Buffer) {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value));
    if (file) form.append('file', new Blob([new Uint8Array(file)]), 'page');
    const body = new Response(form);
    const answer = await portal.app.inject({
      method: 'POST',
      url: `${base}/Data`,
      headers: {
        ...(await portal.headersOf(who === null ? null : `${who}@demo.test`)),
        'content-type': body.headers.get('content-type') ?? '',
        'user-agent': 'a browser of a test',
      },
      payload: Buffer.from(await body.arrayBuffer()),
    });
    return toAnswered<{ documentId: string; state: string; medicalStatus: string | null }>(answer);
  }

  /** Read, ticked and drawn, unless something else is given. */
  async function sign(who: DemoPersonName, id: string, given: Record<string, unknown> = {}) {
    const { forms = [], revision = 0, locale = 'en-US' } = await look(who, id);
    return post(who, {
      kind: 'signature',
      documentId: id,
      key: randomUUID(),
      revision,
      locale,
      acknowledged: forms.map((form) => form.id).join(','),
      method: 'drawn',
      strokes: drawnStrokes,
      ...given,
    });
  }

  /** A record of an adult, signed and submitted; its document is not made yet. */
  async function submit(
    who: DemoPersonName,
    begun: StartedForms = {},
    given: Record<string, string> = {},
  ): Promise<string> {
    const id = await begin(who, begun);
    await answerAll(who, id, given);
    const { status, errors } = await sign(who, id);
    if (status !== 200) throw new Error(`not signed: ${errors.join()}`);
    return id;
  }

  const jobContext = (now = new Date()): JobContext => ({
    services: portal.services,
    database: portal.services.database,
    log: portal.app.log,
    now,
    isLastTry: false,
  });
  const run = async <Payload>(job: Job<Payload>, payload: Payload, now?: Date) => job.run(jobContext(now), payload);

  /** The document is made as the queue would do it: what takes too long on a busy machine is tried again. */
  const document = async (recordId: string, triesLeft = 4): Promise<void> => {
    try {
      await run(makeRecordDocument, { recordId });
    } catch (error) {
      if (triesLeft === 0) throw error;
      await document(recordId, triesLeft - 1);
    }
  };
  const record = async (who: DemoPersonName, id: string) =>
    (await call<FormRecord>(who, 'GET', `Search/document/${id}`)).body;
  /** All that a record keeps, opened. */
  const contentOf = async (id: string) => {
    const stored = await findStoredRecord(portal.services.database.db, id);
    if (stored === null || !isRetained(stored)) throw new Error('there is no such record');
    return decryptRecordContent(portal.services, stored);
  };
  const deleteOldFiles = async () => {
    for (const { data } of await rows<{ data: { keys: string[] } }>(
      "select data from pgboss.job where name = 'files.delete'",
    ))
      await run(deleteFilesJob, data);
  };
  const notices = (who: DemoPersonName) =>
    rows<{ kind: string; url: string; message: string }>(
      "select kind, url, message from notification where affiliate_id = $1 and kind like 'forms.%' order by timestamp",
      [demoAffiliateIds[who]],
    );

  /** For the tests of signing: people of the usual ages, and no draft or notification from the test before. */
  const signing = () => {
    beforeEach(async () => {
      await rows('delete from form_draft');
      await rows("delete from notification where kind like 'forms.%'");
      await rows("update person set birthdate = '2014-03-09' where affiliate_id = $1", [demoAffiliateIds.minor]);
      await rows("update person set birthdate = '1987-05-21' where affiliate_id = $1", [demoAffiliateIds.diver]);
    });
    return {
      ready: async (who: 'diver' | 'minor', given: Record<string, string> = {}) => {
        const id = await begin(who, { packet: 'medical' });
        await answerAll(who, id, given);
        return id;
      },
      records: () => rows<{ id: string }>('select id from form_record'),
      signatures: (id: string) => rows<{ role: string }>('select role from form_signature where draft_id = $1', [id]),
    };
  };

  return {
    rows,
    signing,
    call,
    begin,
    look,
    change,
    answerAll,
    post,
    sign,
    submit,
    run,
    document,
    record,
    contentOf,
    deleteOldFiles,
    notices,
  };
}
