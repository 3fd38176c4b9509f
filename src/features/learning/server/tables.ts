import type { TableAccess } from '#platform/server/db/table-types.ts';
import type { Answer } from '#features/learning/shared/content.ts';
import type { AttemptKind } from '#features/learning/shared/course-contract.ts';
import type { CourseLevel, Culture } from '#features/learning/shared/rules.ts';
import type { StoredAnswers } from './attempts/queries.ts';
import type { EnrollmentSource } from './enrollments/access.ts';
import type { VideoPositions } from './progress/queries.ts';
import type { ManifestItem, ScormVersion } from './scorm/manifest.ts';

export const tables = {
  owns: [
    'access_code',
    'course_attempt',
    'elearning_preparation',
    'enrollment',
    'learning_step',
    'lesson_answer',
    'lesson_progress',
    'record_archive',
    'scorm_package',
    'scorm_progress',
    'skill_sign_off',
    'withdrawn_course',
  ],
  reads: [
    'active_instructor',
    'active_store',
    'certification',
    'dive_log',
    'guardian_link',
    'held_level',
    'outside_training',
    'person',
    'person_name',
    'person_photo',
  ],
} satisfies TableAccess;

declare module '#platform/server/db/table-types.ts' {
  interface ColumnTypes {
    'course_attempt.answers': StoredAnswers;
    'course_attempt.culture': Culture;
    'course_attempt.kind': AttemptKind;
    'course_attempt.questions': readonly string[];
    'elearning_preparation.state': 'preparing' | 'ready' | 'failed';
    'enrollment.culture': Culture;
    'enrollment.source': EnrollmentSource;
    'lesson_answer.answer': Answer;
    'lesson_progress.videos': VideoPositions;
    'scorm_package.items': ManifestItem[];
    'scorm_package.level': CourseLevel;
    'scorm_package.version': ScormVersion;
    'scorm_progress.cmi': Record<string, unknown>;
  }
}
