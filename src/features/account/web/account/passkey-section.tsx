import { KeyRound, Plus } from '#ui/icons/icons.ts';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatDay } from '#platform/shared/format-day.ts';
import { supportsPasskeys } from '#platform/web/session/passkeys.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import { canAddCredentials } from '#features/account/shared/policy.ts';
import type { AccountState, Passkey } from '#features/account/shared/security-contract.ts';
import { TimeAgo } from './time-ago.tsx';
import { visuallyHidden } from './rich-text.tsx';
import { formatDeviceName } from './device-name.ts';
import { PasskeyAddDialog } from './passkey-add-dialog.tsx';
import { PasskeyRemoveDialog } from './passkey-remove-dialog.tsx';
import { SettingsSection } from '#features/account/web/settings-section.tsx';

/** Shown for the own account only, if the browser supports passkeys and our account service manages the passwords. */
export function PasskeySection({ account }: { account: AccountState }) {
  const intl = useIntl();
  const { passkeys, devices, affiliateId, relation, signsInWith } = account;
  const title = useRef<HTMLHeadingElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [removing, setRemoving] = useState<Passkey | null>(null);
  if (!canAddCredentials(relation) || signsInWith === 'elsewhere' || !supportsPasskeys()) return null;
  return (
    <SettingsSection
      title={<FormattedMessage id="account.passkeys.title" />}
      titleRef={title}
      text={<FormattedMessage id="account.passkeys.text" />}
    >
      {passkeys.length === 0 ? (
        <Card>
          <p className="text-ink-2">
            <FormattedMessage id="account.passkeys.none" />
          </p>
          <AddButton onClick={() => setIsAdding(true)} />
        </Card>
      ) : (
        <>
          <Rows>
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setRemoving(passkey)} />
            ))}
          </Rows>
          <AddButton onClick={() => setIsAdding(true)} />
        </>
      )}
      {isAdding && (
        <PasskeyAddDialog
          affiliateId={affiliateId}
          suggestedName={formatDeviceName(
            intl,
            devices.find(({ isThis }) => isThis),
          )}
          onClose={() => setIsAdding(false)}
        />
      )}
      <PasskeyRemoveDialog
        affiliateId={affiliateId}
        passkey={removing}
        onClose={() => setRemoving(null)}
        onRemoved={() => requestAnimationFrame(() => title.current?.focus({ preventScroll: true }))}
      />
    </SettingsSection>
  );
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button kind="outlined" className="mt-4" onClick={onClick}>
      <Plus size={20} aria-hidden="true" />
      <FormattedMessage id="account.passkeys.add" />
    </Button>
  );
}

function PasskeyRow({ passkey, onRemove }: { passkey: Passkey; onRemove: () => void }) {
  const intl = useIntl();
  const name = <bdi>{passkey.name}</bdi>;
  return (
    <Row
      wrapsOnPhone
      start={
        <Disc>
          <KeyRound size={22} />
        </Disc>
      }
      title={name}
      text={
        <>
          <FormattedMessage id={passkey.isSynced ? 'account.passkeys.synced' : 'account.passkeys.bound'} />
          <br />
          <FormattedMessage
            id={passkey.lastUsedAt === null ? 'account.passkeys.unused' : 'account.passkeys.when'}
            values={{
              created: formatDay(intl, passkey.createdAt, 'medium'),
              used: passkey.lastUsedAt !== null && <TimeAgo at={passkey.lastUsedAt} />,
            }}
          />
        </>
      }
      end={
        <Button kind="outlined" size="sm" onClick={onRemove}>
          <FormattedMessage id="account.passkeys.remove" values={{ name, vh: visuallyHidden }} />
        </Button>
      }
    />
  );
}
