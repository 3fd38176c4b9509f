import { Check, X } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import { classNames } from '#ui/styles/class-names.ts';

interface VerdictHeadProps {
  isValid: boolean;
  title: string;
  at?: string;
  cachedAt?: string | null;
}

/** The result, large enough to be read across a counter. */
export function VerdictHead({ isValid, title, at, cachedAt = null }: VerdictHeadProps) {
  const intl = useIntl();
  const Icon = isValid ? Check : X;
  return (
    <div className={classNames('verdict', !isValid && 'no')} role={isValid ? 'status' : 'alert'}>
      <span className="big">
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
                time: <bdi>{intl.formatDate(cachedAt ?? at, { dateStyle: 'medium', timeStyle: 'short' })}</bdi>,
              }}
            />
          </p>
        )}
      </div>
    </div>
  );
}
