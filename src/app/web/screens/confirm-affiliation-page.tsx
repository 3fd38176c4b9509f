import type { ComponentProps } from 'react';
import { ConfirmAffiliationScreen } from '#features/dsd/web/confirm-affiliation-screen.tsx';
import { ConfirmProfessional } from '#features/professionals/web/lookup/confirm-professional.tsx';
import { renderBirthdateForm } from './render-birthdate-form.tsx';

const renderProfessional = (field: ComponentProps<typeof ConfirmProfessional>) => <ConfirmProfessional {...field} />;

export function ConfirmAffiliationPage() {
  return <ConfirmAffiliationScreen professional={renderProfessional} birthdateForm={renderBirthdateForm} />;
}
