import { Eye, GraduationCap, Store } from '#ui/icons/icons.ts';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
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
  problem: MessageId | undefined;
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
    <div className="grid gap-3" ref={group} id={fieldId(field)} tabIndex={-1}>
      <h3>
        <FormattedMessage id={`applications.field.${field}`} />
        {field === 'store' && (
          <span className="ms-2 font-text text-(length:--t-sm) text-ink-2">
            <FormattedMessage id="account.optional" />
          </span>
        )}
      </h3>
      {named !== null && isShown ? (
        <div data-part="professional" className="flex items-center gap-3 py-3 px-4 border border-line rounded-in">
          <Disc tone="accent">{icon}</Disc>
          <span className="grow grid min-w-0 wrap-anywhere">
            <b>
              <bdi>{named.name}</bdi>
            </b>
            <span className="num text-(length:--t-sm) text-ink-2">
              {[named.number, formatPlace(named)].filter(Boolean).join(' · ')}
            </span>
          </span>
          <Button kind="outlined" size="sm" onClick={() => setIsChanging(true)}>
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
              <Button kind="quiet" size="sm" onClick={() => setIsChanging(false)}>
                <FormattedMessage id="applications.apply.keep" values={{ name: <bdi>{named.name}</bdi> }} />
              </Button>
              {field === 'store' && (
                <Button
                  kind="quiet"
                  size="sm"
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
        <p className="my-1 text-sm text-coral wrap-anywhere" role="alert">
          <FormattedMessage id={problem} />
        </p>
      )}
    </div>
  );
}
