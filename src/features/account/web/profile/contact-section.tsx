import { FormattedMessage } from 'react-intl';
import type { ProfileDetails } from './profile-values.ts';
import { ProfileField } from './profile-field.tsx';
import type { ProfileForm } from './use-profile-form.ts';
import { ProfileSection } from './profile-section.tsx';

export function ContactSection({ form, details }: { form: ProfileForm; details: ProfileDetails }) {
  return (
    <ProfileSection title="account.contact.title">
      <div>
        <p className="lab">
          <FormattedMessage id="account.contact.email" />
        </p>
        <p className="break-all">
          {details.email === null ? <FormattedMessage id="account.contact.no_email" /> : <bdi>{details.email}</bdi>}
        </p>
        <p className="msg">
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
