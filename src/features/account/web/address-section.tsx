import type { Country } from '../shared/profile-contract.ts';
import { AddressFields, type AddressField } from './address-fields.tsx';
import { ConflictChoice, fieldId, wrongAt } from './profile-field.tsx';
import type { ProfileForm } from './profile-form-state.ts';
import { ProfileSection } from './profile-section.tsx';

export function AddressSection({ form, countries }: { form: ProfileForm; countries: readonly Country[] }) {
  return (
    <ProfileSection title="account.address.title" text="account.address.text">
      <AddressFields
        countries={countries}
        values={form.values}
        onType={form.type}
        idOf={fieldId}
        wrong={(field, nameOf) => wrongAt(form, field, field, nameOf?.(form.edit.base[field]))}
        below={(field) => choiceAt(form, field)}
      />
    </ProfileSection>
  );
}

const choiceAt = (form: ProfileForm, field: AddressField) => <ConflictChoice form={form} field={field} />;
