import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import type { AttemptKind, CourseView } from '#features/learning/shared/course-contract.ts';
import { learningKey } from '#features/learning/web/queries.ts';
import { getLanguageProps } from '#features/learning/web/player/content-language.tsx';

export interface TestProps {
  course: CourseView;
  kind: AttemptKind;
  /** Empty for the exam. */
  section: string;
}

export const attemptKey = (id: string) => [...learningKey, 'attempt', id];

export function TestTitle({ course, kind, section }: TestProps) {
  const title = course.sections.find(({ id }) => id === section)?.title;
  return (
    <FormattedMessage
      id={title === undefined ? `learning.player.kind.${kind}` : (`learning.player.test_title.${kind}` as MessageId)}
      values={{
        section: (
          <bdi key="section" lang={getLanguageProps(course.culture).lang}>
            {title}
          </bdi>
        ),
      }}
    />
  );
}
