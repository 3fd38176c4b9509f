import { ArrowDown } from '#ui/icons/icons.ts';
import { useEffect, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { useOpenForms } from './form-context.ts';
import { formsPath } from '#features/forms/web/queries.ts';
import { AskGuardianButton } from '#features/forms/web/signing/guardian-request.tsx';
import { isGuardianAsked } from '#features/forms/web/signing/is-guardian-asked.ts';
import { SignButton } from '#features/forms/web/signing/sign-panel.tsx';
import { ActionBar } from '#ui/layout/action-bar.tsx';

interface FormActionsProps {
  step: number;
  isAlone: boolean;
  isSigning: boolean;
  onBack: () => void;
  /** Checks the step first. */
  onNext: () => void;
}

/** The phone's action bar: previous, next, or sign. */
export function FormActions({ step, isAlone, isSigning, onBack, onNext }: FormActionsProps) {
  const { draft, signing } = useOpenForms();
  const isVisible = useIsSignatureVisible(isAlone);
  return (
    <ActionBar className="only-phone">
      {!isAlone && step > 0 && (
        <Button kind="outlined" size="lg" onClick={onBack}>
          <FormattedMessage id="forms.fill.previous" />
        </Button>
      )}
      {!isSigning ? (
        <Button size="lg" onClick={onNext}>
          <FormattedMessage id="forms.fill.next" />
        </Button>
      ) : isGuardianAsked(draft) ? (
        <AskGuardianButton />
      ) : signing.me === null ? (
        <Link className={buttonClass({ size: 'lg' })} to={formsPath}>
          <FormattedMessage id="forms.fill.to_list" />
        </Link>
      ) : isAlone && !isVisible ? (
        <Button size="lg" onClick={goToSignature}>
          <FormattedMessage id="forms.sign.go" />
          <ArrowDown size={18} aria-hidden="true" />
        </Button>
      ) : (
        <SignButton />
      )}
    </ActionBar>
  );
}

function goToSignature(): void {
  const title = document.getElementById('sign-here');
  title?.scrollIntoView();
  title?.focus({ preventScroll: true });
}

/** Whether the signature field is on the screen. */
function useIsSignatureVisible(isWatched: boolean): boolean {
  const [isVisible, setIsVisible] = useState(!isWatched);
  useEffect(() => {
    const field = document.querySelector('[data-part=sign-panel] .sig');
    if (!isWatched || field === null) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setIsVisible(true));
    observer.observe(field);
    return () => observer.disconnect();
  }, [isWatched]);
  return isVisible;
}
