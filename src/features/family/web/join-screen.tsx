import { useMutation } from '@tanstack/react-query';
import { narrowPage } from '#ui/layout/page.tsx';
import { FormattedMessage, useIntl } from 'react-intl';
import { Link, useParams } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button, buttonClass } from '#ui/buttons/button.tsx';
import { DiverDrawing } from '#ui/drawings/diver-drawing.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { familyClient } from './client.ts';
import { isLinkExpired, LinkExpired } from './link-expired.tsx';

/**
 * Signs a child in on its own device with a guardian's link. The link is redeemed by a button and not when the page
 * opens, because messengers preview links and would use it up.
 */
export function JoinScreen() {
  const intl = useIntl();
  const { token = '' } = useParams();
  const join = useMutation({
    mutationFn: () => familyClient('POST Join', { body: { token } }),
    // A full page load starts the portal as the child.
    onSuccess: () => location.replace('/training/dashboard'),
  });
  const { error } = join;
  if (isLinkExpired(error)) return <LinkExpired text="family.over.join" />;
  const isOthers = error instanceof ApiError && error.code === 'account.other_session';
  return (
    <div className={narrowPage}>
      <EmptyState
        level={1}
        drawing={<DiverDrawing />}
        title={<FormattedMessage id="family.join.title" />}
        text={<FormattedMessage id="family.join.text" />}
        action={
          isOthers ? (
            <Link className={buttonClass({ kind: 'outlined', size: 'lg' })} to="/login/sign-out">
              <FormattedMessage id="family.join.sign_out" />
            </Link>
          ) : (
            <Button size="lg" isBusy={join.isPending || join.isSuccess} onClick={() => join.mutate()}>
              <FormattedMessage id="family.join.action" />
            </Button>
          )
        }
      />
      <FormAlert failureCount={join.failureCount} problem={error && formatErrorMessage(intl, error)} />
    </div>
  );
}
