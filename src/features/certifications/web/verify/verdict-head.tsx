import { Check, X } from '#ui/icons/icons.ts';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MessageId } from '#platform/shared/message-id.ts';
import { clsx } from 'clsx';
import { formatDateTime } from '#platform/shared/format-day.ts';

interface VerdictHeadProps {
  isValid: boolean;
  title: MessageId;
  at?: string;
  cachedAt?: string | null;
}

/** The result, large enough to be read across a counter. */
export function VerdictHead({ isValid, title, at, cachedAt = null }: VerdictHeadProps) {
  const intl = useIntl();
  const Icon = isValid ? Check : X;
  return (
    <div className="flex gap-4 items-center" role={isValid ? 'status' : 'alert'}>
      <span
        className={clsx(
          'grid size-16 flex-none place-items-center rounded-full lg:size-20',
          isValid ? 'bg-accent text-on-accent' : 'bg-coral text-on-coral',
        )}
      >
        <Icon size={40} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div>
        <h1 tabIndex={-1} data-page-title="">
          <FormattedMessage id={title} />
        </h1>
        {at !== undefined && (
          <p className="text-ink-2">
            <FormattedMessage
              id={`certifications.verify.${cachedAt === null ? 'checked' : 'checked_by_copy'}`}
              values={{
                time: <bdi>{formatDateTime(intl, cachedAt ?? at)}</bdi>,
              }}
            />
          </p>
        )}
      </div>
    </div>
  );
}
