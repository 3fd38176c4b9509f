import { BadgeCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { useForm } from '../../../../platform/web/form.ts';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { Field } from '../../../../ui/field.tsx';
import { PageSection } from '../../../../ui/page.tsx';
import { showToast } from '../../../../ui/toast-store.ts';
import type { InstructorInfo } from '../../../logbook/shared/contract.ts';
import { records } from '../client.ts';
import { useInstructor } from '../dashboard/dashboard-queries.ts';
import { instructorName } from '../learning-words.ts';
import { hasFailed, LoadFailure, RowsSkeleton } from '../part.tsx';
import { refreshLearning, useCourseDetails } from '../queries.ts';
import { sayFailure } from '../say-failure.ts';

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
  const initials = `${instructor.first_name.slice(0, 1)}${instructor.last_name.slice(0, 1)}`;
  return (
    <>
      <div className="flex items-center gap-3">
        <Avatar initials={initials} />
        <div className="min-w-0">
          <b className="block" dir="auto">
            {instructorName(instructor)}
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

const quietMs = 300;

interface TeacherFormProps {
  packageId: string;
  former: InstructorInfo | null;
  onDone: () => void;
}

function TeacherForm({ packageId, former, onDone }: TeacherFormProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState('');
  const asked = useQuiet(numberOf(typed));
  const found = useInstructor(asked);
  const isAsked = asked !== null && asked === numberOf(typed);
  const isUnknown = isAsked && !found.isFetching && found.data === null;

  const put = (memberNumber: number | null) =>
    records('PUT v2/courses/{packageId}/instructor', { params: { packageId }, body: { memberNumber } });
  const takeBack = async () => {
    try {
      await put(former?.memsys_member_number ?? null);
    } catch (error) {
      sayFailure(intl, error);
    }
    refreshLearning();
  };
  const { form, problems, formProblem, isBusy } = useForm<'memberNumber'>({
    retryField: 'memberNumber',
    check: ({ memberNumber = '' }) =>
      numberOf(memberNumber) === null ? { memberNumber: 'learning.teacher.missing' } : {},
    send: async ({ memberNumber = '' }) => {
      const instructor = await put(numberOf(memberNumber));
      refreshLearning();
      onDone();
      showToast({
        text: intl.formatMessage(
          { id: 'learning.teacher.named' },
          { name: instructor ? instructorName(instructor) : '' },
        ),
        undo: { label: intl.formatMessage({ id: 'learning.undo' }), onUndo: () => void takeBack() },
      });
    },
  });
  const wrong = problems.memberNumber ?? formProblem ?? (isUnknown ? 'error.learning.unknown_instructor' : null);
  return (
    <form {...form}>
      <p className="mb-4 text-sm text-ink-2">
        <FormattedMessage id="learning.teacher.text" />
      </p>
      <Field
        name="memberNumber"
        className="num"
        inputMode="numeric"
        maxLength={9}
        autoComplete="off"
        label={<FormattedMessage id="learning.teacher.number" />}
        onChange={({ target }) => setTyped(target.value)}
        wrong={wrong && <FormattedMessage id={wrong} />}
        hint={
          isAsked && found.data ? (
            <span className="inline-flex items-center gap-1 text-accent-text">
              <BadgeCheck size={16} aria-hidden="true" />
              <bdi>{instructorName(found.data)}</bdi>
            </span>
          ) : asked !== null && found.isFetching ? (
            <FormattedMessage id="learning.teacher.looking" />
          ) : null
        }
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" kind="outlined" isBusy={isBusy}>
          <FormattedMessage id="learning.teacher.save" />
        </Button>
        {former && (
          <Button kind="quiet" onClick={onDone}>
            <FormattedMessage id="learning.cancel" />
          </Button>
        )}
      </div>
    </form>
  );
}

function numberOf(typed: string): number | null {
  return /^\s*[1-9]\d{0,8}\s*$/.test(typed) ? Number(typed) : null;
}

/** The number once it has been the same for a while: nobody is asked for every digit. */
function useQuiet(number: number | null): number | null {
  const [quiet, setQuiet] = useState(number);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(number), quietMs);
    return () => clearTimeout(timer);
  }, [number]);
  return quiet;
}
