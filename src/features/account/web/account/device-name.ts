import type { IntlShape } from 'react-intl';
import type { Device } from '#features/account/shared/security-contract.ts';

/** "Chrome on Linux", or the known part of it. */
export function formatDeviceName(intl: IntlShape, device: Pick<Device, 'browser' | 'system'> | undefined): string {
  const { browser = null, system = null } = device ?? {};
  if (browser !== null && system !== null)
    return intl.formatMessage({ id: 'account.devices.name' }, { browser, system });
  return browser ?? system ?? intl.formatMessage({ id: 'account.devices.unknown' });
}
