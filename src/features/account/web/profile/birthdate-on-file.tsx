import { CalendarDays } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { FormattedDay } from '#platform/web/i18n/formatted-day.tsx';
import { formatErrorMessage } from '#platform/web/client/error-message.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Callout } from '#ui/feedback/callout.tsx';
import { showToast } from '#ui/overlays/toast-store.ts';
import { canManageAccount } from '#features/account/shared/policy.ts';
import { birthdateClient } from '#features/account/web/client.ts';
import type { FullProfile } from './profile-values.ts';
import { useRefetchProfile } from './profile-queries.ts';
import { BirthdateCorrectionDialog } from './birthdate-correction-dialog.tsx';
import { fieldLabel } from '#ui/fields/field.tsx';

/** Shows a birthdate on file as read-only; a correction goes through the association. */
export function BirthdateOnFile({ profile, birthdate }: { profile: FullProfile; birthdate: string }) {
  const intl = useIntl();
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const { affiliateId } = profile;
  const { correction, relation } = profile.profile;
  const refetch = useRefetchProfile(affiliateId);
  const day = (value: string) => <FormattedDay value={value} format="long" />;
  const isOpen = correction?.state === 'open';
  async function withdraw(): Promise<void> {
    try {
      await birthdateClient('DELETE user/{affiliateId}/birthdate-correction', { params: { affiliateId } });
    } catch (error) {
      showToast({ text: formatErrorMessage(intl, error) });
    }
    await refetch();
  }
  return (
    <div>
      <div className={fieldLabel}>
        <FormattedMessage id="account.birthdate.label" />
      </div>
      <p className="flex items-center gap-2">
        <CalendarDays size={18} aria-hidden="true" />
        <span>{day(birthdate)}</span>
      </p>
      <p className="mt-1 text-sm text-ink-2">
        <FormattedMessage id={relation === 'staff' ? 'account.birthdate.at_desk' : 'account.birthdate.on_file'} />
      </p>
      {isOpen && (
        <Callout kind="wait">
          <p>
            <FormattedMessage id="account.correction.open" values={{ date: day(correction.birthDate) }} />
          </p>
          {canManageAccount(relation) && (
            <Button kind="quiet" size="sm" onClick={() => void withdraw()}>
              <FormattedMessage id="account.correction.withdraw" />
            </Button>
          )}
        </Callout>
      )}
      {correction?.state === 'declined' && (
        <Callout kind="alert">
          <p>
            <FormattedMessage id="account.correction.declined" values={{ date: day(correction.birthDate) }} />
          </p>
          <q dir="auto">{correction.reason}</q>
        </Callout>
      )}
      {!isOpen && canManageAccount(relation) && (
        <Button kind="outlined" size="sm" className="mt-3" onClick={() => setIsDialogOpen(true)}>
          <FormattedMessage id="account.correction.action" />
        </Button>
      )}
      {isDialogOpen && <BirthdateCorrectionDialog affiliateId={affiliateId} onClose={() => setIsDialogOpen(false)} />}
    </div>
  );
}
