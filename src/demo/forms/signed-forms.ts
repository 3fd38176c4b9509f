import type { Services } from '#platform/server/http/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { enqueue } from '#platform/server/jobs/jobs.ts';
import { linkGuestForms, listDemoGuests } from '#demo/dsd.ts';
import { ids } from '#demo/world/people.ts';
import type { World } from '#demo/world/world.ts';
import { makeEvaluationDocument } from '#features/forms/server/documents/make-evaluation-document.ts';
import { makeRecordDocument } from '#features/forms/server/documents/make-record-document.ts';
import { seedDemoClearances } from './clearance.ts';
import { signDemoForms } from './sign-demo-form.ts';

/** Seeds the forms of all courses, oldest first like the chain that covers them, and physicians' answers. */
export async function seedDemoForms(services: Services, db: Db, world: World): Promise<void> {
  const { timeline, find, courses } = world;
  const ofCourses = courses.flatMap(({ affiliateId, formsDaysAgo, teacher }) =>
    formsDaysAgo === null
      ? []
      : [{ person: find(affiliateId), teacher, at: timeline.at(formsDaysAgo, '15:20'), packet: 'course' as const }],
  );
  const signed = [...ofCourses, ...listGuestForms(world)].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (const { person, teacher, at, packet } of signed) {
    const guardian = person.guardianId === null ? null : find(person.guardianId);
    const { content } = await signDemoForms(services, db, {
      person,
      guardian,
      packet,
      at,
      store: teacher.store,
      teacher,
    });
    if (packet === 'dsd') await linkGuestForms(db, person.affiliateId, content.id);
  }
  await seedDemoClearances(services, db, world);
}

/** Guests who are ready to dive have signed then, the others on the morning of their dive. */
function listGuestForms(world: World) {
  return listDemoGuests(world)
    .filter(({ status }) => status !== 'forms')
    .map(({ person, teacher, status, daysAgo }) => ({
      person,
      teacher,
      at: world.timeline.at(daysAgo, status === 'completed' ? '14:10' : '09:30'),
      packet: 'dsd' as const,
    }));
}

/** Enqueues the documents of the newest forms and of the accounts. The nightly job makes the others. */
export async function enqueueDemoDocuments(db: Db): Promise<void> {
  const newest = db.selectFrom('form_record').select('id').orderBy('signed_at', 'desc').limit(6);
  const records = await db
    .selectFrom('form_record')
    .select('id')
    .where((eb) => eb.or([eb('affiliate_id', '<', ids.firstApplicant), eb('id', 'in', newest)]))
    .execute();
  const evaluations = await db.selectFrom('form_evaluation').select('id').execute();
  for (const { id } of evaluations) await enqueue(db, makeEvaluationDocument, { evaluationId: id }, { id });
  for (const { id } of records) await enqueue(db, makeRecordDocument, { recordId: id }, { id });
}
