import { Eye, GraduationCap, Store } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { placeText } from '../../../platform/web/place-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Disc } from '../../../ui/row.tsx';
import { change } from './applicant-changes.ts';
import { fieldId, useApplicant, useOpenApplication } from './applicant-context.ts';
import { isActive } from './applicant-sections.ts';

/** What the server would say at the submission. */
const inactive = 'error.applications.unknown_instructor';

/** Who reviews it, and the dive center that they work with. */
export function SectionInstructor() {
  const { application, set, problems } = useApplicant();
  const { instructor, store } = application;
  return (
    <>
      <Named
        field="instructor"
        only="member"
        named={instructor && { ...instructor, number: instructor.memberNumber }}
        icon={<GraduationCap size={20} />}
        problem={problems['memberNumber'] ?? (instructor && !isActive(instructor) ? inactive : undefined)}
        onPick={(number) => set(change.instructor(number))}
      />
      <Named
        field="store"
        only="store"
        named={store && { ...store, number: store.storeNumber }}
        icon={<Store size={20} />}
        problem={problems['storeNumber']}
        onPick={(number) => set(change.store(number))}
      />
      <WhoSees />
    </>
  );
}

/** Before somebody is named: what each of them can read. */
function WhoSees() {
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

interface NamedProps {
  field: 'instructor' | 'store';
  only: 'member' | 'store';
  named: { number: number | null; name: string | null; city: string | null; country: string | null } | null;
  icon: ReactNode;
  problem: string | undefined;
  onPick: (number: number | null) => void;
}

function Named({ field, only, named, icon, problem, onPick }: NamedProps) {
  const { professional } = useOpenApplication();
  const [isChanging, setIsChanging] = useState(false);
  const group = useRef<HTMLDivElement>(null);
  const isShown = named !== null && !isChanging;
  const wasShown = useRef(isShown);
  useEffect(() => {
    // What was pressed has gone: what took its place has the focus.
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
            <span className="num">{[named.number, placeText(named)].filter(Boolean).join(' · ')}</span>
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
