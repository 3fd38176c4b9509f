import { useMutation } from '@tanstack/react-query';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button, ButtonLink } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { familyClient } from '#features/family/web/client.ts';

interface WrongAccountProps {
  token: string;
  visitor: { name: string; email: string | null };
  /** The address that was invited. */
  email: string;
}

/** An invitation is accepted only with the account whose address was invited. */
export function WrongAccount({ token, visitor, email }: WrongAccountProps) {
  const intl = useIntl();
  const resend = useMutation({
    mutationFn: () => familyClient('POST Invites/token/{token}/resend', { params: { token } }),
  });
  const signInQuery = new URLSearchParams({ prompt: 'login', returnTo: `/sign/${token}`, email });
  const values = {
    email: (
      <bdi dir="ltr" className="wrap-anywhere font-strong text-ink">
        {email}
      </bdi>
    ),
    own: <bdi dir="ltr">{visitor.email ?? visitor.name}</bdi>,
  };
  return (
    <div>
      <FormAlert
        problem={resend.isError ? formatErrorMessage(intl, resend.error) : undefined}
        failureCount={resend.failureCount}
      />
      <Callout kind="alert">
        <FormattedMessage id="family.other.text" values={values} />
      </Callout>
      <div className="mt-4 grid gap-3">
        <ButtonLink size="lg" href={`/auth/start?${signInQuery}`}>
          <FormattedMessage id="family.other.switch" />
        </ButtonLink>
        <Button size="lg" kind="outlined" isBusy={resend.isPending} onClick={() => resend.mutate()}>
          <FormattedMessage id="family.other.resend" />
        </Button>
      </div>
      <div aria-live="polite">
        {resend.isSuccess && (
          <p className="mt-3 text-sm text-ink-2">
            <FormattedMessage id="family.other.resent" values={values} />
          </p>
        )}
      </div>
    </div>
  );
}
