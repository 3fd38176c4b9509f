import type { LogStatus } from './enums.ts';

/** Permissions of the diver by status, enforced by the server and used by the page to hide buttons. */
export const canEdit = (status: LogStatus) => status === 'Draft' || status === 'Returned' || status === 'Logged';
/** Photos and notes of a verified dive remain editable. */
export const canEditNotes = (status: LogStatus) => canEdit(status) || status === 'Verified';
export const canSubmit = (status: LogStatus) => status === 'Draft' || status === 'Returned';
export const canWithdraw = (status: LogStatus) => status === 'Pending';
export const canDelete = (status: LogStatus) => canEdit(status);
/** Applies to the named instructor. */
export const canDecide = (status: LogStatus) => status === 'Pending';
