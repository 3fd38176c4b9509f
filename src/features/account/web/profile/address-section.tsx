import type { Country } from '#features/account/shared/profile-contract.ts';
import { AddressFields, type AddressField } from './address-fields.tsx';
import { ConflictChoice, getFieldId, renderFieldProblem } from './profile-field.tsx';
import type { ProfileForm } from './use-profile-form.ts';
import { ProfileSection } from './profile-section.tsx';

export function AddressSection({ form, countries }: { form: ProfileForm; countries: readonly Country[] }) {
  return (
    <ProfileSection title="account.address.title" text="account.address.text">
      <AddressFields
        countries={countries}
        values={form.values}
        onType={form.type}
        idOf={getFieldId}
        wrong={(field, nameOf) => renderFieldProblem(form, field, field, nameOf?.(form.base[field]))}
        below={(field) => renderConflictChoice(form, field)}
      />
    </ProfileSection>
  );
}

const renderConflictChoice = (form: ProfileForm, field: AddressField) => <ConflictChoice form={form} field={field} />;
