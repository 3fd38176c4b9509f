import type { ComponentProps } from 'react';
import { BirthdateForm } from '#features/account/web/profile/birthdate-form.tsx';

/** The prop of screens that ask for a missing birthdate. */
export const renderBirthdateForm = (props: ComponentProps<typeof BirthdateForm>) => <BirthdateForm {...props} />;
