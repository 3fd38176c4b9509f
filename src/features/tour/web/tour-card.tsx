import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { X } from '#ui/icons/icons.ts';
import { tours } from './steps.ts';
import type { TourPerson } from './tour-people.ts';
import { useReservedHeight } from './use-reserved-height.ts';

interface TourCardProps {
  person: TourPerson;
  number: number;
  onChange: (number: number | null) => void;
}

/** The current step of the tour, a bar below the page, which stays usable: it has its own place and covers nothing. */
export function TourCard({ person, number, onChange }: TourCardProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const bar = useReservedHeight();
  const steps = tours[person];
  const step = steps[number];
  const path = step?.path;
  useEffect(() => {
    if (path !== undefined) void navigate(path);
  }, [navigate, path]);
  if (step === undefined) return null;
  const isLast = number === steps.length - 1;
  return (
    <section
      ref={bar}
      data-part="tour"
      className="fixed inset-x-0 bottom-[calc(var(--nav)+env(safe-area-inset-bottom))] z-thumb border-t border-line bg-raised px-gutter max-lg:[html:has(:is([data-part=task-bar],[data-part=action-bar]))_&]:bottom-0"
      aria-label={intl.formatMessage({ id: 'tour.label' })}
    >
      <div className="mx-auto grid max-w-(--content) grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-4 py-2 lg:grid-cols-[auto_minmax(0,1fr)_auto_auto]">
        <p className="num text-xs text-ink-2">
          <FormattedMessage id="tour.step" values={{ number: number + 1, total: steps.length }} />
        </p>
        <p className="text-sm max-lg:col-span-3 max-lg:row-2 max-lg:pb-1" aria-live="polite">
          <FormattedMessage id={step.text} />
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          {number > 0 && (
            <Button kind="outlined" size="sm" onClick={() => onChange(number - 1)}>
              <FormattedMessage id="tour.back" />
            </Button>
          )}
          <Button size="sm" onClick={() => onChange(isLast ? null : number + 1)}>
            <FormattedMessage id={isLast ? 'tour.finish' : 'tour.next'} />
          </Button>
        </div>
        <IconButton
          className="-ms-2 -me-3"
          label={intl.formatMessage({ id: 'tour.leave' })}
          onClick={() => onChange(null)}
        >
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
    </section>
  );
}
