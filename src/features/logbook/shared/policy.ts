// Who may do what with a dive. The server enforces it, and pages hide the buttons of everything else.

import { isInstructor } from '#domain/roles.ts';
import type { LogStatus } from './enums.ts';

interface Dive {
  affiliate_id: number;
  status: LogStatus;
}

/** The signed-in person. */
type Viewer = { affiliateId: number };

export const isOwnDive = (dive: Pick<Dive, 'affiliate_id'>, viewer: Viewer | null) =>
  dive.affiliate_id === viewer?.affiliateId;

export const canEdit = (dive: Dive, viewer: Viewer | null) =>
  isOwnDive(dive, viewer) && ['Draft', 'Returned', 'Logged'].includes(dive.status);

/** Photos and notes of a verified dive remain editable. */
export const canEditNotes = (dive: Dive, viewer: Viewer | null) =>
  canEdit(dive, viewer) || (isOwnDive(dive, viewer) && dive.status === 'Verified');

export const canSubmit = (dive: Dive, viewer: Viewer | null) =>
  isOwnDive(dive, viewer) && ['Draft', 'Returned'].includes(dive.status);

export const canWithdraw = (dive: Dive, viewer: Viewer | null) => isOwnDive(dive, viewer) && dive.status === 'Pending';

/** What an instructor is reviewing doesn't change. A recording attached after that isn't part of the verification. */
export const canAttachRecording = ({ status }: Pick<Dive, 'status'>) => status !== 'Pending';

export const canDelete = (dive: Dive, viewer: Viewer | null) => canEdit(dive, viewer);

/** Verifying or returning. Of all instructors, only the named one can read a pending dive. */
export const canVerify = (dive: Dive, viewer: (Viewer & { affiliateTypeId: number }) | null) =>
  viewer !== null && isInstructor(viewer.affiliateTypeId) && !isOwnDive(dive, viewer) && dive.status === 'Pending';
