import type { ComponentType } from 'react';

export type DeskFrameProps =
  | { part: 'header'; onMenu: () => void }
  | { part: 'nav'; place: 'desk' | 'drawer'; onChoose?: () => void };

/** The desk's frame, set by desk-frame.tsx before the first desk page is shown. */
export const deskSlot: { Frame: ComponentType<DeskFrameProps> | null } = { Frame: null };
