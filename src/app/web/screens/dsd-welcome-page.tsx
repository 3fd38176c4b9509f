import { lazy, Suspense } from 'react';
import type { AddChildSlot } from '#features/dsd/web/new-child.tsx';
import { WelcomeScreen } from '#features/dsd/web/welcome-screen.tsx';
import { ensureMessages } from '#platform/web/i18n/i18n.tsx';
import { withMessages } from '#platform/web/i18n/use-messages.tsx';
import { renderBirthdateForm } from './render-birthdate-form.tsx';

const AddChildDialog = lazy(async () => {
  const [{ AddChildDialog }] = await Promise.all([
    import('#features/family/web/children/add-child-dialog.tsx'),
    ensureMessages('family'),
  ]);
  return { default: withMessages(['family'], AddChildDialog) };
});

const renderAddChild: AddChildSlot = (props) => (
  <Suspense>
    <AddChildDialog {...props} birthdateForm={renderBirthdateForm} />
  </Suspense>
);

export function DsdWelcomePage() {
  return <WelcomeScreen birthdateForm={renderBirthdateForm} addChild={renderAddChild} />;
}
