import { Lock } from '#ui/icons/icons.ts';
import { FormattedMessage } from 'react-intl';
import { Card } from '#ui/layout/card.tsx';
import type { AccountState } from '#features/account/shared/security-contract.ts';
import { SettingsSection } from '#features/account/web/settings-section.tsx';

export function AccountEmail({ account: { email, relation, firstName } }: { account: AccountState }) {
  return (
    <SettingsSection
      title={<FormattedMessage id="account.email.title" />}
      text={
        email !== null && (
          <FormattedMessage
            id={relation === 'self' ? 'account.email.text' : 'account.email.text.child'}
            values={{ name: <bdi>{firstName}</bdi> }}
          />
        )
      }
    >
      <Card>
        {email === null ? (
          <p className="text-ink-2">
            <FormattedMessage id="account.email.none" />
          </p>
        ) : (
          <p className="flex items-center gap-3">
            <Lock size={20} aria-hidden="true" className="text-ink-3" />
            <span className="min-w-0">
              <bdi className="block font-strong wrap-anywhere">{email}</bdi>
              <span className="block text-sm text-ink-2">
                <FormattedMessage id="account.email.fixed" />
              </span>
            </span>
          </p>
        )}
      </Card>
    </SettingsSection>
  );
}
