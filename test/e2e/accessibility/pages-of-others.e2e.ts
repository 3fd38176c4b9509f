import { checkAppearance } from '#test/support/e2e/check-appearance.ts';
import { walkRoles } from '#test/support/e2e/walk-roles.ts';

walkRoles(['instructor', 'an active user, strangers and staff'], { 'en-US': checkAppearance });
