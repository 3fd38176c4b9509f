import { ArrowLeft } from 'lucide-react';
import { FormattedMessage } from 'react-intl';
import { LinkButton } from '#ui/buttons/button.tsx';

/** Shown when the detail is a page of its own. */
export function BackToListButton({ onBack }: { onBack: () => void }) {
  return (
    <LinkButton className="inline-flex items-center gap-2 self-start min-h-tap-sm" onClick={onBack}>
      <ArrowLeft className="flip" size={18} aria-hidden="true" />
      <FormattedMessage id="association.applications.back" />
    </LinkButton>
  );
}
