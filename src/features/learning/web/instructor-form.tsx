import { BadgeCheck } from '#ui/icons/icons.ts';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useForm } from '#platform/web/hooks/use-form.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Field } from '#ui/fields/field.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import type { InstructorInfo } from '#features/logbook/shared/contract.ts';
import { instructorName } from '#features/logbook/shared/instructor-name.ts';
import { recordClient } from './client.ts';
import { useInstructor } from './dashboard/dashboard-queries.ts';
import { refreshLearning } from './queries.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';

const debounceMs = 300;

interface InstructorFormProps {
  packageId: string;
  previous: InstructorInfo | null;
  onDone: () => void;
}

/** Sets or removes the instructor of a course. The member number is looked up while it is typed. */
export function InstructorForm({ packageId, previous, onDone }: InstructorFormProps) {
  const intl = useIntl();
  const [typed, setTyped] = useState('');
  const lookedUp = useDebouncedNumber(parseMemberNumber(typed));
  const found = useInstructor(lookedUp);
  const isCurrent = lookedUp !== null && lookedUp === parseMemberNumber(typed);
  const isUnknown = isCurrent && !found.isFetching && found.data === null;

  const put = (memberNumber: number | null) =>
    recordClient('PUT v2/courses/{packageId}/instructor', { params: { packageId }, body: { memberNumber } });
  const restorePrevious = async () => {
    try {
      await put(previous?.memsys_member_number ?? null);
    } catch (error) {
      showToast({ text: formatErrorMessage(intl, error) });
    }
    refreshLearning();
  };
  const change = async (memberNumber: number | null) => {
    const instructor = await put(memberNumber);
    refreshLearning();
    onDone();
    showToast({
      text: instructor
        ? intl.formatMessage({ id: 'learning.teacher.named' }, { name: instructorName(instructor, currentLocale()) })
        : intl.formatMessage({ id: 'learning.teacher.removed' }),
      undo: { label: intl.formatMessage({ id: 'learning.undo' }), onUndo: () => void restorePrevious() },
    });
  };
  const { form, problems, formProblem, isBusy } = useForm<'memberNumber'>({
    retryField: 'memberNumber',
    check: ({ memberNumber = '' }) =>
      parseMemberNumber(memberNumber) === null ? { memberNumber: 'learning.teacher.missing' } : {},
    send: ({ memberNumber = '' }) => change(parseMemberNumber(memberNumber)),
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
          isCurrent && found.data ? (
            <span className="inline-flex items-center gap-1 text-accent-text">
              <BadgeCheck size={16} aria-hidden="true" />
              <bdi>{instructorName(found.data, currentLocale())}</bdi>
            </span>
          ) : lookedUp !== null && found.isFetching ? (
            <FormattedMessage id="learning.teacher.looking" />
          ) : null
        }
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button type="submit" kind="outlined" isBusy={isBusy}>
          <FormattedMessage id="learning.teacher.save" />
        </Button>
        {previous && (
          <>
            <Button
              kind="quiet"
              onClick={() =>
                void change(null).catch((error: unknown) => showToast({ text: formatErrorMessage(intl, error) }))
              }
            >
              <FormattedMessage id="learning.teacher.nobody" />
            </Button>
            <Button kind="quiet" onClick={onDone}>
              <FormattedMessage id="learning.cancel" />
            </Button>
          </>
        )}
      </div>
    </form>
  );
}

function parseMemberNumber(typed: string): number | null {
  return /^\s*[1-9]\d{0,8}\s*$/.test(typed) ? Number(typed) : null;
}

/** Debounces the number, so not every digit triggers a request. */
function useDebouncedNumber(number: number | null): number | null {
  const [quiet, setQuiet] = useState(number);
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(number), debounceMs);
    return () => clearTimeout(timer);
  }, [number]);
  return quiet;
}
