import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useLocation } from 'react-router';
import { currentLocale } from '../../../../platform/web/i18n.tsx';
import { initialsOf } from '../../../../platform/web/initials.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { PageSection } from '../../../../ui/page.tsx';
import type { InstructorInfo } from '../../../logbook/shared/contract.ts';
import { instructorName } from '../../../logbook/shared/instructor-name.ts';
import { hasFailed, LoadFailure, RowsSkeleton } from '../part.tsx';
import { useCourseDetails } from '../queries.ts';
import { TeacherForm } from '../teacher-form.tsx';

/** Who teaches the course: named by their number, which is looked up as it is typed. */
export function CourseTeacher({ packageId }: { packageId: string }) {
  const query = useCourseDetails(packageId);
  const { hash } = useLocation();
  const [isEditing, setIsEditing] = useState(false);
  const details = query.data;
  const isKnown = details !== undefined;
  // A link to this place leads to what is only there once it has loaded.
  useEffect(() => {
    if (isKnown && hash === '#teacher') document.querySelector('#teacher')?.scrollIntoView({ block: 'center' });
  }, [isKnown, hash]);
  return (
    <PageSection id="teacher" title={<FormattedMessage id="learning.teacher.title" />}>
      {details === undefined ? (
        hasFailed(query) ? (
          <LoadFailure query={query} level={3} />
        ) : (
          <RowsSkeleton rows={1} />
        )
      ) : (
        <Card>
          {details.instructor && !isEditing ? (
            <Teacher instructor={details.instructor} storeName={details.storeName} onEdit={() => setIsEditing(true)} />
          ) : (
            <TeacherForm packageId={packageId} former={details.instructor} onDone={() => setIsEditing(false)} />
          )}
        </Card>
      )}
    </PageSection>
  );
}

interface TeacherProps {
  instructor: InstructorInfo;
  storeName: string | null;
  onEdit: () => void;
}

function Teacher({ instructor, storeName, onEdit }: TeacherProps) {
  const name = instructorName(instructor, currentLocale());
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar initials={initialsOf(name)} />
        <div className="min-w-0">
          <b className="block" dir="auto">
            {name}
          </b>
          <span className="num block text-sm text-ink-2">
            <FormattedMessage
              id="learning.teacher.number_is"
              values={{ number: String(instructor.memsys_member_number) }}
            />
          </span>
          {storeName && (
            <span className="block text-sm text-ink-2" dir="auto">
              {storeName}
            </span>
          )}
        </div>
      </div>
      <Button kind="outlined" className="mt-4" onClick={onEdit}>
        <FormattedMessage id="learning.teacher.change" />
      </Button>
    </>
  );
}
