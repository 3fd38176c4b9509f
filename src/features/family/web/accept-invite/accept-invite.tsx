import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { ApiError } from '#platform/web/client/client.ts';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button, ButtonLink } from '#ui/buttons/button.tsx';
import { FormAlert } from '#ui/feedback/form-alert.tsx';
import { familyClient } from '#features/family/web/client.ts';
import type { Visitor } from './visitor.ts';
import { refreshFamily } from '#features/family/web/queries.ts';

interface AcceptInviteProps {
  token: string;
  visitor: NonNullable<Visitor>;
  isForSignature: boolean;
  /** The invitation was accepted by another request, or withdrawn. */
  onExpired: () => void;
  birthdateForm: BirthdateFormSlot;
}

/** Renders the account feature's form for a missing birthdate. */
export type BirthdateFormSlot = (props: { affiliateId: number; action: ReactNode; onSaved: () => void }) => ReactNode;

/** Names the signed-in account, so an invitation isn't accepted with another person's account by mistake. */
export function AcceptInvite({ token, visitor, isForSignature, onExpired, birthdateForm }: AcceptInviteProps) {
  const intl = useIntl();
  const navigate = useNavigate();
  const accept = useMutation({
    mutationFn: () => familyClient('POST Invites/accept', { body: { token } }),
    onSuccess: async ({ path }) => {
      void refreshFamily();
      await navigate(path, { replace: true });
    },
    onError: (error) => error instanceof ApiError && error.code === 'family.link_over' && onExpired(),
  });
  const isUnknownAge = accept.error instanceof ApiError && accept.error.code === 'family.birthdate_missing';
  const acceptText = isForSignature ? 'family.sign.accept_sign' : 'family.sign.accept';
  const signInQuery = new URLSearchParams({ prompt: 'login', returnTo: `/sign/${token}` });
  return (
    <div>
      <FormAlert failureCount={accept.failureCount} problem={accept.error && formatErrorMessage(intl, accept.error)} />
      <p className="text-sm text-ink-2">
        <FormattedMessage
          id="family.sign.as"
          values={{
            name: <bdi className="font-strong text-ink">{visitor.name}</bdi>,
            email: visitor.email === null ? '' : <bdi dir="ltr">{visitor.email}</bdi>,
            hasEmail: String(visitor.email !== null),
          }}
        />
      </p>
      <div className="mt-3 grid gap-3">
        {isUnknownAge ? (
          birthdateForm({
            affiliateId: visitor.affiliateId,
            action: <FormattedMessage id={acceptText} />,
            onSaved: () => accept.mutate(),
          })
        ) : (
          <Button size="lg" isBusy={accept.isPending || accept.isSuccess} onClick={() => accept.mutate()}>
            <FormattedMessage id={acceptText} />
          </Button>
        )}
        <ButtonLink size="lg" kind="quiet" href={`/auth/start?${signInQuery}`}>
          <FormattedMessage id="family.sign.other" />
        </ButtonLink>
      </div>
    </div>
  );
}
