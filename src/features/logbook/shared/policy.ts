import type { LogStatus } from './enums.ts';

/** What the diver may do with a log in each state. The server asks this, and the page hides the button by it. */
export const canEdit = (status: LogStatus) => status === 'Draft' || status === 'Returned' || status === 'Logged';
/** Of a verified dive, photos and notes are still the diver's own. */
export const canEditNotes = (status: LogStatus) => canEdit(status) || status === 'Verified';
export const canSubmit = (status: LogStatus) => status === 'Draft' || status === 'Returned';
export const canWithdraw = (status: LogStatus) => status === 'Pending';
export const canDelete = (status: LogStatus) => canEdit(status);
/** And the instructor who is named in it. */
export const canDecide = (status: LogStatus) => status === 'Pending';
