import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { useLocation } from 'react-router';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { getInitials } from '#platform/web/i18n/initials.ts';
import { QueryView } from '#platform/web/client/query-view.tsx';
import { Avatar } from '#ui/display/avatar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { PageSection } from '#ui/layout/page.tsx';
import type { InstructorInfo } from '#features/logbook/shared/contract.ts';
import { instructorName } from '#features/logbook/shared/instructor-name.ts';
import { RowsSkeleton } from '#features/learning/web/query-section.tsx';
import { useCourseDetails } from '#features/learning/web/queries.ts';
import { InstructorForm } from '#features/learning/web/instructor-form.tsx';

export function CourseInstructor({ packageId }: { packageId: string }) {
  const query = useCourseDetails(packageId);
  const { hash } = useLocation();
  const [isEditing, setIsEditing] = useState(false);
  const isKnown = query.data !== undefined;
  // The section is rendered after loading, so the browser cannot scroll to the anchor itself.
  useEffect(() => {
    if (isKnown && hash === '#teacher') document.querySelector('#teacher')?.scrollIntoView({ block: 'center' });
  }, [isKnown, hash]);
  return (
    <PageSection id="teacher" title={<FormattedMessage id="learning.teacher.title" />}>
      <QueryView query={query} skeleton={<RowsSkeleton rows={1} />} isCard level={3}>
        {({ instructor, storeName }) => (
          <Card>
            {instructor && !isEditing ? (
              <InstructorSummary instructor={instructor} storeName={storeName} onEdit={() => setIsEditing(true)} />
            ) : (
              <InstructorForm packageId={packageId} previous={instructor} onDone={() => setIsEditing(false)} />
            )}
          </Card>
        )}
      </QueryView>
    </PageSection>
  );
}

interface InstructorSummaryProps {
  instructor: InstructorInfo;
  storeName: string | null;
  onEdit: () => void;
}

function InstructorSummary({ instructor, storeName, onEdit }: InstructorSummaryProps) {
  const name = instructorName(instructor, currentLocale());
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar initials={getInitials(name)} />
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
