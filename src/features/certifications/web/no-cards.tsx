import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { buttonClass } from '#ui/buttons/button.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useCardOwner } from './queries.ts';

/** Shown before the first certification. */
export function NoCards() {
  const { isOwn } = useCardOwner();
  return (
    <EmptyState
      drawing={<CardDrawing />}
      title={<FormattedMessage id="certifications.none.title" />}
      text={<FormattedMessage id={isOwn ? 'certifications.none.text' : 'certifications.none.text_other'} />}
      action={
        isOwn && (
          <Link className={buttonClass()} to="/training/dashboard">
            <FormattedMessage id="certifications.none.action" />
          </Link>
        )
      }
    />
  );
}

/** Does not distinguish other people's cards from unknown ones. */
export function CardNotFound({ isPage = false }: { isPage?: boolean }) {
  return (
    <EmptyState
      {...(isPage && { level: 1 })}
      drawing={<CompassDrawing />}
      title={<FormattedMessage id="certifications.not_yours.title" />}
      text={<FormattedMessage id="certifications.not_yours.text" />}
      action={
        <Link className={buttonClass()} to="/certifications/list">
          <FormattedMessage id="certifications.not_yours.action" />
        </Link>
      }
    />
  );
}
