import type { LogStatus } from './enums.ts';

/** Who may do what with a dive. The server enforces it, and pages hide the buttons of everything else. */
interface Dive {
  affiliate_id: number;
  status: LogStatus;
}

/** The signed-in person, or null before the sign-in. */
type Viewer = { affiliateId: number } | null;

export const isOwnDive = (dive: Pick<Dive, 'affiliate_id'>, viewer: Viewer) =>
  dive.affiliate_id === viewer?.affiliateId;

export const canEdit = (dive: Dive, viewer: Viewer) =>
  isOwnDive(dive, viewer) && ['Draft', 'Returned', 'Logged'].includes(dive.status);

/** Photos and notes of a verified dive remain editable. */
export const canEditNotes = (dive: Dive, viewer: Viewer) =>
  canEdit(dive, viewer) || (isOwnDive(dive, viewer) && dive.status === 'Verified');

export const canSubmit = (dive: Dive, viewer: Viewer) =>
  isOwnDive(dive, viewer) && ['Draft', 'Returned'].includes(dive.status);

export const canWithdraw = (dive: Dive, viewer: Viewer) => isOwnDive(dive, viewer) && dive.status === 'Pending';

export const canDelete = (dive: Dive, viewer: Viewer) => canEdit(dive, viewer);

/** Verifying or returning. Of all other people, only the named instructor can read a pending dive. */
export const canVerify = (dive: Dive, viewer: Viewer) => !isOwnDive(dive, viewer) && dive.status === 'Pending';
