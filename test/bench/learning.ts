import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { affiliateType } from '#domain/roles.ts';
import { library, getCourseText } from '#features/learning/server/content/library.ts';
import { getCheckQuestion } from '#features/learning/server/courses/course-index.ts';
import { measuredCourse } from './measured-learning.ts';
import { measuredAffiliateId } from './measured-person.ts';
import type { Portal } from './servers.ts';

export const learnerCount = 10_000;
const courses = 30;
export const firstLearner = 600_001;
const secondsRead = 7;
/** Browsers retry without a limit, but the benchmark must end. */
export const timeoutMs = 120_000;

/** Inserts one person with many started courses, native and SCORM, and many learners with one. */
export async function fillLearning(connection: ClientConfig): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  const own = library.list();
  await client.query('delete from enrollment where affiliate_id = $1', [measuredAffiliateId]);
  await client.query(
    `insert into scorm_package (package_id, version, title, level, items, file_prefix, paths, bytes, uploaded_by)
     select 'others-' || n, '1.2', 'A course of others, number ' || n, 'beginner',
       '[{"id":"one","title":"The beginning","href":"a.html"},{"id":"two","title":"The end","href":"b.html"}]', 'x', '{}', 2, $1
     from generate_series(1, $2::int) n`,
    [measuredAffiliateId, courses - own.length],
  );
  await client.query(
    `insert into enrollment (affiliate_id, package_id, source, enrolled_at, lessons_done, lessons_total, last_at,
       member_number, store_number)
     select $1, id, 'code', now() - interval '1 month', 1, 2, now() - n * interval '1 hour', 100001, 20001
     from (select unnest($2::text[] || array(select package_id from scorm_package)) as id) c,
       lateral (select length(id) as n) l`,
    [measuredAffiliateId, own.map(({ packageId }) => packageId)],
  );
  for (const course of own) {
    const lessons = getCourseText(course, 'en-US').sections.flatMap((section) => section.lessons.map(({ id }) => id));
    await client.query(
      `insert into lesson_progress (affiliate_id, package_id, lesson, position, seconds_spent, opened_at, done_at)
       select $1, $2, unnest($3::text[]), 9, 300, now(), now()`,
      [measuredAffiliateId, course.packageId, lessons.slice(0, lessons.length / 2)],
    );
  }
  await client.query(
    `insert into course_attempt (affiliate_id, package_id, kind, section, number, culture, questions, handed_in_at,
       right_count, score_percent, is_passed)
     select $1, $2, 'quiz', unnest(array['pressure', 'equipment']), 1, 'en-US', '["a","b"]', now(), 2, 100, true`,
    [measuredAffiliateId, measuredCourse],
  );
  await client.query(
    `insert into person (affiliate_id, sub, email, given_name, family_name, affiliate_type_id, birthdate, country)
     select n, gen_random_uuid(), 'learner-' || n || '@bench.test', 'Learner', n::text, ${affiliateType.diver}, '1990-01-01', 'SE'
     from generate_series($1::int, $2) n`,
    [firstLearner, firstLearner + learnerCount - 1],
  );
  await client.query(
    `insert into enrollment (affiliate_id, package_id, source, lessons_total)
     select n, $3, 'code', 60 from generate_series($1::int, $2) n`,
    [firstLearner, firstLearner + learnerCount - 1, measuredCourse],
  );
  await client.query('vacuum analyze');
  await client.end();
}

interface SaveResult {
  /** Learners whose progress was accepted and is incomplete. */
  lost: number;
  /** Learners whose progress was not accepted in time. A browser would keep it and retry. */
  unsaved: number;
  seconds: number;
  /** The number of retried requests. */
  waits: number;
}

/** All learners save their first lesson at the same time. */
export async function saveProgress(portal: Portal, connection: ClientConfig): Promise<SaveResult> {
  const headers = await Promise.all(Array.from({ length: learnerCount }, (_, n) => portal.headersOf(firstLearner + n)));
  // Enough sockets to overload the server, within the machine's limit.
  const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });
  const startedAt = performance.now();
  const tries = await Promise.all(headers.map((own) => saveWithRetry(portal, agent, own, startedAt + timeoutMs)));
  const seconds = (performance.now() - startedAt) / 1_000;
  agent.destroy();
  const client = new Client(connection);
  await client.connect();
  const { rows } = await client.query<{ saved: number }>(
    `select count(*)::int as saved from enrollment e join lesson_progress l using (affiliate_id, package_id)
     where e.affiliate_id between $1 and $2 and e.lessons_done = 1 and e.seconds_spent = $3 and l.done_at is not null`,
    [firstLearner, firstLearner + learnerCount - 1, secondsRead],
  );
  await client.end();
  const unsaved = tries.filter(({ isSaved }) => !isSaved).length;
  return {
    lost: learnerCount - unsaved - (rows[0]?.saved ?? 0),
    unsaved,
    seconds,
    waits: tries.reduce((sum, { waits }) => sum + waits, 0),
  };
}

/** Sends the same keys until they are accepted, like a browser. */
async function saveWithRetry(
  portal: Portal,
  agent: Agent,
  headers: Record<string, string>,
  untilMs: number,
): Promise<{ waits: number; isSaved: boolean }> {
  const body = JSON.stringify({ steps: createFirstLessonSteps() });
  let waits = 0;
  for (; performance.now() < untilMs; waits++) {
    const { status, retryAfterS } = await post(portal.port, agent, headers, body).catch(() => ({
      status: 0,
      retryAfterS: 1,
    }));
    if (status === 200) return { waits, isSaved: true };
    if (status !== 0 && status !== 503) throw new Error(`saving progress failed with status ${status}`);
    // Random delays spread the retries.
    await delay(1_000 * (retryAfterS + Math.random()));
  }
  return { waits, isSaved: false };
}

async function post(port: number, agent: Agent, headers: Record<string, string>, body: string) {
  const call = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/api/learning/v2/courses/${measuredCourse}/progress`,
    agent,
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
  });
  call.end(body);
  const [answer] = (await once(call, 'response')) as [import('node:http').IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return { status: answer.statusCode ?? 0, retryAfterS: Number(answer.headers['retry-after'] ?? 1) };
}

function createFirstLessonSteps() {
  const course = library.find(measuredCourse);
  const lesson = course && getCourseText(course, 'en-US').sections[0]?.lessons[0];
  if (!lesson) throw new Error(`course ${measuredCourse} has no lesson`);
  const step = () => ({ key: crypto.randomUUID(), at: new Date().toISOString(), lesson: lesson.id });
  return [
    { kind: 'read', ...step(), position: 5, seconds: secondsRead },
    ...lesson.questions.map((question) => ({
      kind: 'answer',
      ...step(),
      question: question.id,
      answer: getCheckQuestion(course, question).key.right,
    })),
  ];
}
