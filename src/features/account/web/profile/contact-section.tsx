import { FormattedMessage } from 'react-intl';
import type { ProfileDetails } from './profile-values.ts';
import { ProfileField } from './profile-field.tsx';
import type { ProfileForm } from './use-profile-form.ts';
import { ProfileSection } from './profile-section.tsx';
import { fieldLabel } from '#ui/fields/field.tsx';

export function ContactSection({ form, details }: { form: ProfileForm; details: ProfileDetails }) {
  return (
    <ProfileSection title="account.contact.title">
      <div>
        <p className={fieldLabel}>
          <FormattedMessage id="account.contact.email" />
        </p>
        <p className="break-all">
          {details.email === null ? <FormattedMessage id="account.contact.no_email" /> : <bdi>{details.email}</bdi>}
        </p>
        <p className="mt-1.5 flex items-start gap-1.5 text-sm text-ink-3">
          <FormattedMessage id="account.contact.email_text" />
        </p>
      </div>
      <ProfileField
        form={form}
        field="phoneNumber"
        label="account.contact.phone"
        isOptional
        type="tel"
        dir="ltr"
        autoComplete="tel"
        hint={<FormattedMessage id="account.contact.phone_text" />}
      />
    </ProfileSection>
  );
}
