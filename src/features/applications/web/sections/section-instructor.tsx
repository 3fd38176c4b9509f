import { Eye, GraduationCap, Store } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { formatPlace } from '#platform/web/i18n/format-place.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { Disc } from '#ui/lists/row.tsx';
import { change } from '#features/applications/web/applicant/applicant-changes.ts';
import { fieldId, useApplicant, useOpenApplication } from '#features/applications/web/applicant/applicant-context.ts';
import { isActiveInstructor } from '#features/applications/web/applicant/applicant-sections.ts';

/** The error the server would return at submission. */
const inactiveMessageId = 'error.applications.unknown_instructor';

/** The reviewing instructor and the dive center. */
export function SectionInstructor() {
  const { application, set, problems } = useApplicant();
  const { instructor, store } = application;
  return (
    <>
      <ProfessionalField
        field="instructor"
        only="member"
        named={instructor && { ...instructor, number: instructor.memberNumber }}
        icon={<GraduationCap size={20} />}
        problem={
          problems['memberNumber'] ?? (instructor && !isActiveInstructor(instructor) ? inactiveMessageId : undefined)
        }
        onPick={(number) => set(change.instructor(number))}
      />
      <ProfessionalField
        field="store"
        only="store"
        named={store && { ...store, number: store.storeNumber }}
        icon={<Store size={20} />}
        problem={problems['storeNumber']}
        onPick={(number) => set(change.store(number))}
      />
      <VisibilityNote />
    </>
  );
}

/** Explains what the instructor and the store can read, before they are named. */
function VisibilityNote() {
  return (
    <Callout icon={<Eye size={20} aria-hidden="true" />}>
      <b>
        <FormattedMessage id="applications.apply.who_sees.title" />
      </b>
      <p>
        <FormattedMessage id="applications.apply.who_sees.instructor" />
      </p>
      <p>
        <FormattedMessage id="applications.apply.who_sees.store" />
      </p>
    </Callout>
  );
}

interface ProfessionalFieldProps {
  field: 'instructor' | 'store';
  only: 'member' | 'store';
  named: { number: number | null; name: string | null; city: string | null; country: string | null } | null;
  icon: ReactNode;
  problem: string | undefined;
  onPick: (number: number | null) => void;
}

function ProfessionalField({ field, only, named, icon, problem, onPick }: ProfessionalFieldProps) {
  const { professional } = useOpenApplication();
  const [isChanging, setIsChanging] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const isShown = named !== null && !isChanging;
  const wasShown = useRef(isShown);
  useEffect(() => {
    // The pressed button is gone, so its replacement takes the focus.
    const isLost = document.activeElement === document.body;
    if (wasShown.current !== isShown && isLost) (group.current?.querySelector('input') ?? group.current)?.focus();
    wasShown.current = isShown;
  }, [isShown]);
  return (
    <div className="apply-group" ref={group} id={fieldId(field)} tabIndex={-1}>
      <h3>
        <FormattedMessage id={`applications.field.${field}`} />
        {field === 'store' && (
          <span className="opt">
            <FormattedMessage id="account.optional" />
          </span>
        )}
      </h3>
      {named !== null && isShown ? (
        <div className="apply-named">
          <Disc tone="accent">{icon}</Disc>
          <span className="grow">
            <b>
              <bdi>{named.name}</bdi>
            </b>
            <span className="num">{[named.number, formatPlace(named)].filter(Boolean).join(' · ')}</span>
          </span>
          <Button kind="outlined" size="fine" onClick={() => setIsChanging(true)}>
            <FormattedMessage id="applications.apply.change" />
          </Button>
        </div>
      ) : (
        <>
          {professional({
            only,
            onChange: (found) => {
              const number = found && (only === 'member' ? found.memberNumber : found.storeNumber);
              if (number === null) return;
              onPick(number);
              setIsChanging(false);
            },
          })}
          {isChanging && named !== null && (
            <div className="flex flex-wrap gap-2">
              <Button kind="quiet" size="fine" onClick={() => setIsChanging(false)}>
                <FormattedMessage id="applications.apply.keep" values={{ name: <bdi>{named.name}</bdi> }} />
              </Button>
              {field === 'store' && (
                <Button
                  kind="quiet"
                  size="fine"
                  onClick={() => {
                    onPick(null);
                    setIsChanging(false);
                  }}
                >
                  <FormattedMessage id="applications.apply.no_store" />
                </Button>
              )}
            </div>
          )}
        </>
      )}
      {problem && (
        <p className="reason" role="alert">
          <FormattedMessage id={problem} />
        </p>
      )}
    </div>
  );
}
