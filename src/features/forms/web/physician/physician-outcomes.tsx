import { FormattedMessage } from 'react-intl';
import { LetterDrawing } from '#ui/drawings/letter-drawing.tsx';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';

/** The link was used, expired or replaced by a newer one. */
export function PhysicianLinkExpired() {
  return (
    <EmptyState
      level={1}
      drawing={<LifeRingDrawing />}
      title={<FormattedMessage id="forms.physician.over" />}
      text={<FormattedMessage id="forms.physician.over_text" />}
    />
  );
}

/** The diver or a guardian is signed in in this browser. */
export function PhysicianNotAllowed() {
  return (
    <EmptyState
      level={1}
      drawing={<LifeRingDrawing />}
      title={<FormattedMessage id="forms.physician.own" />}
      text={<FormattedMessage id="error.forms.own_physician" />}
    />
  );
}

export function PhysicianThanks({ decision, diver }: { decision: 'approved' | 'refused'; diver: string }) {
  return (
    <EmptyState
      level={1}
      drawing={<LetterDrawing />}
      title={<FormattedMessage id="forms.physician.thanks" />}
      text={<FormattedMessage id={`forms.physician.thanks_${decision}`} values={{ name: <bdi>{diver}</bdi> }} />}
    />
  );
}
