import { confinedSkills } from '#features/learning/shared/skills.ts';
import { listSkillGroups } from '#features/logbook/shared/skills.ts';
import type { CardInfo } from '#features/certifications/shared/contract.ts';
import type { Readiness } from '#features/certifications/shared/readiness-contract.ts';
import { cardDay, createCertificationsFixture } from './certifications-testing.ts';
import { createFormsFixture } from './forms-testing.ts';
import { getCourse } from './learning-testing.ts';
import { student as jonas } from './logbook-testing.ts';
import { demoAffiliateIds, type DemoPersonName } from './demo-people-testing.ts';
import { course, createLearnerRecordFixture } from './learner-record-testing.ts';
import type { TestPortal } from './portal-testing.ts';

const teacher = { id: demoAffiliateIds.instructor, email: 'instructor@demo.test' };
const allSkills = listSkillGroups('open_water', 4, null).flatMap(({ skills }) => skills);
export const openWaterDiveSkills = listSkillGroups('open_water', 4, null)
  .filter(({ name }) => name === 'every')
  .flatMap(({ skills }) => skills);

/** An Open Water student and the requirements of the card. */
export function createReadinessFixture(portal: TestPortal) {
  const certifications = createCertificationsFixture(portal);
  const { call, clear, rows } = certifications;
  const records = createLearnerRecordFixture(portal);
  const forms = createFormsFixture(portal);

  const read = async (as: DemoPersonName, query = '') =>
    call<Readiness>(as, 'GET', `ecards/readiness?packageId=open-water&affiliateId=${demoAffiliateIds.student}${query}`);
  const kindsOf = async (as: DemoPersonName = 'instructor') => (await read(as)).body.missing.map(({ kind }) => kind);
  const certify = (overrides: object = {}, as: DemoPersonName = 'instructor') =>
    call<CardInfo>(as, 'POST', 'ecards/certify', {
      affiliateId: demoAffiliateIds.student,
      levelID: 10,
      certDate: cardDay(-1),
      ...overrides,
    });
  const cards = () => rows('select license_id from certification where affiliate_id = $1', [demoAffiliateIds.student]);
  const audited = async (action: string) =>
    (
      await rows<{ data: object }>(
        'select data from audit_entry where action = $1 and subject = $2 order by seq desc',
        [action, `person:${demoAffiliateIds.student}`],
      )
    )[0]?.data;

  async function dive(numbers: readonly number[], skills = allSkills, on = '2026-06-01'): Promise<void> {
    await rows(
      `insert into dive_log (affiliate_id, log_type, status, log_course, log_number, dive_title, dive_date, dive_location,
         dive_type, max_depth_m, bottom_time_min, skills, memsys_member_number, verified_at, verified_by, verified_name)
       select $1, 'Training', 'Verified', 'open_water', n, 'Dive ' || n, $5::date, 'Bay', 'Shore', 10, 30, $4, 100001,
         now() - interval '1 hour', $2, 'Tomás Reyes' from unnest($3::int[]) n`,
      [demoAffiliateIds.student, demoAffiliateIds.instructor, numbers, skills, on],
    );
  }
  async function signForms(answers: Record<string, string> = {}, on = '2026-05-20'): Promise<void> {
    const id = await forms.submit('student', { packet: 'course', memberNumber: 100_001 }, answers);
    await rows(
      `update form_record set signed_at = $2::date + time '18:00', valid_until = $2::date + 365,
         cleared_at = case when cleared_at is not null then $2::date + time '18:00' end where id = $1`,
      [id, on],
    );
  }
  /** Completes the theory. It is slow, so tests share it. */
  async function learn(): Promise<void> {
    await records.learnAll(jonas, course);
    for (const { id } of getCourse(course).sections) await records.take(jonas, course, { kind: 'quiz', section: id });
    await records.take(jonas, course, { kind: 'exam' });
    const earlier = "- interval '20 days'";
    await rows(`update lesson_progress set done_at = done_at ${earlier}`);
    await rows(`update course_attempt set handed_in_at = handed_in_at ${earlier}`);
  }
  const signSkills = (signedOn = '2026-06-14') => records.sign(teacher, { skills: [...confinedSkills], signedOn });

  async function begin(): Promise<void> {
    await records.begin();
    await clear();
    await rows('delete from outside_training');
    await rows('delete from form_blob');
    await rows('delete from form_record where affiliate_id = $1', [demoAffiliateIds.student]);
  }

  return {
    ...certifications,
    records,
    forms,
    read,
    kindsOf,
    certify,
    cards,
    audited,
    dive,
    signForms,
    learn,
    signSkills,
    begin,
  };
}
