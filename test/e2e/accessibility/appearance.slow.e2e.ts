import { checkDarkPhone, checkWidths } from '#test/support/e2e/check-appearance.ts';
import { allRoles, walkRoles } from '#test/support/e2e/walk-roles.ts';

// The pages on a desktop in light mode are in pages.e2e.ts and pages-of-others.e2e.ts.
walkRoles(allRoles, { 'en-US': checkDarkPhone, 'ar-SA': checkWidths });
