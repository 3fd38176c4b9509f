import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { BuoyDrawing } from '../../../ui/drawings/buoy-drawing.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { minAge } from '../shared/rules.ts';

const words = { 'dsd.too_young': 'young', 'dsd.birthdate_missing': 'unknown' } as const;

/** Too young for now, or nobody knows: kindly, and with what can be done about it. */
export function NotYet({ reason }: { reason: keyof typeof words }) {
  return (
    <EmptyState
      isCard
      level={1}
      drawing={<BuoyDrawing />}
      title={<FormattedMessage id={`dsd.not_yet.${words[reason]}`} values={{ age: minAge }} />}
      text={<FormattedMessage id={`dsd.not_yet.${words[reason]}_text`} values={{ age: minAge }} />}
      action={
        <Link
          className={buttonClass({ kind: reason === 'dsd.birthdate_missing' ? 'filled' : 'outlined' })}
          to="/profile"
        >
          <FormattedMessage id={`dsd.not_yet.${words[reason]}_action`} />
        </Link>
      }
    />
  );
}
