import { useMutation } from '@tanstack/react-query';
import { narrowPage } from '#ui/layout/page.tsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, Navigate } from 'react-router';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { formatPersonName } from '#platform/shared/person-name.ts';
import { currentLocale } from '#platform/web/i18n/i18n.tsx';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { DiverDrawing } from '#ui/drawings/diver-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { getPendingLink, exchangeToken, type PendingLink } from './token-link.ts';

/** Shows whose account a link opens before a button signs in, because opening a link must change nothing. */
export function ContinueScreen() {
  const link = getPendingLink();
  // The token is lost after a reload, so the link has to be opened again.
  return link === null ? <Navigate to="/training/unauthorized" replace /> : <ContinueAs link={link} />;
}

function ContinueAs({ link: { token, owner, returnTo } }: { link: PendingLink }) {
  const intl = useIntl();
  const name = formatPersonName({ givenName: owner.given_name, familyName: owner.family_name }, currentLocale());
  const { mutate, error, isPending, isSuccess, failureCount } = useMutation({
    mutationFn: () => exchangeToken(token, true),
    // A full page load drops the previous person's data.
    onSuccess: () => location.replace(returnTo),
  });
  return (
    <div className={narrowPage}>
      <EmptyState
        level={1}
        drawing={<DiverDrawing />}
        title={<FormattedMessage id="account.continue.title" values={{ name }} />}
        text={
          <>
            {owner.masked_email === null ? (
              <FormattedMessage id="account.continue.text_no_email" values={{ name }} />
            ) : (
              <FormattedMessage id="account.continue.text" values={{ name, email: owner.masked_email }} />
            )}
            {owner.signed_in_name !== null && (
              <>
                {' '}
                <FormattedMessage id="account.continue.replaces" values={{ current: owner.signed_in_name }} />
              </>
            )}
          </>
        }
        action={
          <div className="flex flex-wrap gap-3 justify-center">
            <Button size="lg" isBusy={isPending || isSuccess} onClick={() => mutate()}>
              <FormattedMessage id="account.continue.action" values={{ name: owner.given_name || name }} />
            </Button>
            <Link className={buttonClass({ kind: 'outlined', size: 'lg' })} to="/training/dashboard">
              <FormattedMessage id="account.continue.cancel" />
            </Link>
          </div>
        }
      />
      <FormAlert failureCount={failureCount} problem={error && formatErrorMessage(intl, error)} />
    </div>
  );
}
