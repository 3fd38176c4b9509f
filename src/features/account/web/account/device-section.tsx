import { Laptop, MonitorSmartphone, Smartphone, Tablet } from '#ui/icons/icons.ts';
import { useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { formatDay } from '#platform/shared/format-day.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import type { AccountState, Device } from '#features/account/shared/security-contract.ts';
import { TimeAgo } from './time-ago.tsx';
import { visuallyHidden } from './rich-text.tsx';
import { formatDeviceName } from './device-name.ts';
import { useSignOutDevices } from './use-sign-out-devices.tsx';
import { SettingsSection } from '#features/account/web/settings-section.tsx';

const icons = { phone: Smartphone, tablet: Tablet, computer: Laptop, other: MonitorSmartphone } as const;

export function DeviceSection({ account }: { account: AccountState }) {
  const { devices, affiliateId, relation } = account;
  const signOut = useSignOutDevices(affiliateId);
  const title = useRef<HTMLHeadingElement>(null);
  const end = (ended: readonly Device[]) => {
    title.current?.focus({ preventScroll: true });
    void signOut(ended);
  };
  const others = devices.filter(({ isThis }) => !isThis);
  return (
    <SettingsSection
      title={<FormattedMessage id="account.devices.title" />}
      titleRef={title}
      text={<FormattedMessage id={relation === 'self' ? 'account.devices.text' : 'account.devices.text.child'} />}
    >
      {devices.length === 0 ? (
        <p className="card p-5 lg:p-6 text-ink-2">
          <FormattedMessage id="account.devices.none" />
        </p>
      ) : (
        <Rows>
          {devices.map((device) => (
            <DeviceRow key={device.id} device={device} onSignOut={() => end([device])} />
          ))}
        </Rows>
      )}
      {others.length > 1 && (
        <Button kind="outlined" className="mt-4" onClick={() => end(others)}>
          <FormattedMessage id={relation === 'self' ? 'account.devices.others' : 'account.devices.all'} />
        </Button>
      )}
    </SettingsSection>
  );
}

function DeviceRow({ device, onSignOut }: { device: Device; onSignOut: () => void }) {
  const intl = useIntl();
  const Icon = icons[device.kind];
  const name = <bdi>{formatDeviceName(intl, device)}</bdi>;
  return (
    <Row
      wrapsOnPhone
      start={
        <Disc>
          <Icon size={22} />
        </Disc>
      }
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {name}
          {device.isThis && (
            <Chip>
              <FormattedMessage id="account.devices.this" />
            </Chip>
          )}
        </span>
      }
      text={
        <FormattedMessage
          id="account.devices.when"
          values={{
            seen: <TimeAgo at={device.lastSeenAt} />,
            since: formatDay(intl, device.signedInAt, 'medium'),
          }}
        />
      }
      end={
        !device.isThis && (
          <Button kind="outlined" size="sm" onClick={onSignOut}>
            <FormattedMessage id="account.devices.sign_out" values={{ name, vh: visuallyHidden }} />
          </Button>
        )
      }
    />
  );
}
