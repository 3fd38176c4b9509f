import { FormattedMessage } from 'react-intl';
import { boot } from '#platform/web/session/boot.ts';
import { Card } from '#ui/layout/card.tsx';
import type { AccountState } from '#features/account/shared/security-contract.ts';
import { PasswordForm } from './password-form.tsx';
import { SettingsSection } from '#features/account/web/settings-section.tsx';

export function PasswordSection({ account }: { account: AccountState }) {
  const { email, signsInWith, relation } = account;
  // A password needs an email address to sign in with.
  if (email === null) return null;
  const isElsewhere = signsInWith === 'elsewhere';
  return (
    <SettingsSection
      title={<FormattedMessage id="account.password.title" />}
      text={
        !isElsewhere && (
          <FormattedMessage
            id={relation === 'self' ? 'account.password.text' : 'account.password.text.child'}
            values={{ name: <bdi>{account.firstName}</bdi> }}
          />
        )
      }
    >
      <Card>
        {isElsewhere ? (
          <p className="text-ink-2">
            <FormattedMessage id="account.password.elsewhere" values={{ association: boot.brand.name }} />
          </p>
        ) : (
          <PasswordForm affiliateId={account.affiliateId} email={email} isOwn={relation === 'self'} />
        )}
      </Card>
    </SettingsSection>
  );
}
