import { FormattedMessage } from 'react-intl';
import { Link } from 'react-router';
import type { MessageId } from '#platform/shared/message-id.ts';
import { ApiError } from '#platform/web/client/client.ts';
import type { FormValues } from '#platform/web/hooks/use-form.ts';
import { deletionDays } from '#features/account/shared/rules.ts';
import type { AccountState } from '#features/account/shared/security-contract.ts';
import { useAccountCache } from './account-queries.ts';
import { personalDataClient } from '#features/account/web/client.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { applyDeletion } from '#features/account/web/session/session.ts';

export function DeletionDialog({ account, onClose }: { account: AccountState; onClose: () => void }) {
  const { affiliateId, relation } = account;
  const { change } = useAccountCache(affiliateId);
  const isOwn = relation === 'self';

  async function requestDeletion({ password }: FormValues): Promise<MessageId | null> {
    const body = password === undefined ? {} : { password };
    let deletion: NonNullable<AccountState['deletion']>;
    try {
      deletion = await personalDataClient('POST user/{affiliateId}/deletion', { params: { affiliateId }, body });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'account.password_elsewhere')
        return 'account.deletion.sign_in_again';
      throw error;
    }
    change((state) => ({ ...state, deletion }));
    if (isOwn) applyDeletion(deletion.dueAt);
    onClose();
    return null;
  }

  return (
    <PasswordDialog
      title={
        <FormattedMessage
          id={isOwn ? 'account.deletion.dialog.title' : 'account.deletion.dialog.title.child'}
          values={{ name: <bdi>{account.firstName}</bdi> }}
        />
      }
      submit={<FormattedMessage id="account.deletion.dialog.submit" values={{ days: deletionDays }} />}
      isPasswordElsewhere={account.signsInWith === 'elsewhere'}
      onClose={onClose}
      send={requestDeletion}
      help={{
        'error.account.only_guardian': (
          <Link to="/family">
            <FormattedMessage id="account.family.link" />
          </Link>
        ),
      }}
    >
      {() => (
        <p>
          <FormattedMessage id="account.deletion.dialog.text" values={{ days: deletionDays }} />
        </p>
      )}
    </PasswordDialog>
  );
}
