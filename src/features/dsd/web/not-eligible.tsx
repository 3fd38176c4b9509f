import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import { ApiError } from '#platform/web/client/client.ts';
import { useActingFor } from '#platform/web/session/acting-for.ts';
import { useCurrentChild } from '#platform/web/session/use-person-switch.tsx';
import { buttonClass } from '#ui/buttons/button.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { minAge } from '#features/dsd/shared/rules.ts';
import { useDiver } from './queries.ts';

export function isNotEligible(error: unknown): error is ApiError {
  return error instanceof ApiError && ['dsd.too_young', 'dsd.birthdate_missing'].includes(error.code);
}

/** Renders the account feature's form for a missing birthdate. */
export type BirthdateFormSlot = (props: { affiliateId: number; action: ReactNode; onSaved: () => void }) => ReactNode;

interface NotEligibleProps {
  error: ApiError;
  birthdateForm: BirthdateFormSlot;
  /** Repeats the step once the birthdate is known. */
  onRetry: () => void;
}

/** Shows the first eligible day to a diver who is too young, and asks for a birthdate that is missing. */
export function NotEligible({ error, birthdateForm, onRetry }: NotEligibleProps) {
  const { search } = useDiver();
  const { affiliateId } = useActingFor();
  const child = useCurrentChild()?.firstName;
  const from = error.entries[0]?.now;
  const isYoung = error.code === 'dsd.too_young' && from !== undefined;
  const values = {
    age: minAge,
    isChild: String(child !== undefined),
    name: <bdi>{child}</bdi>,
    date: from && <FormattedDay value={from} format="long" />,
  };
  return (
    <EmptyState
      isCard
      level={1}
      drawing={<BuoyDrawing />}
      title={<FormattedMessage id={isYoung ? 'dsd.not_yet.from' : 'dsd.not_yet.unknown'} values={values} />}
      text={<FormattedMessage id={isYoung ? 'dsd.not_yet.from_text' : 'dsd.not_yet.unknown_text'} values={values} />}
      action={
        isYoung ? (
          <Link className={buttonClass({ kind: 'outlined' })} to={`/profile${search}`}>
            <FormattedMessage id="dsd.not_yet.young_action" />
          </Link>
        ) : (
          birthdateForm({
            affiliateId,
            action: <FormattedMessage id="dsd.not_yet.unknown_action" />,
            onSaved: onRetry,
          })
        )
      }
    />
  );
}
