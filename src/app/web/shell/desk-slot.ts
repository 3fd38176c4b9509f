import type { ComponentType } from 'react';

export type DeskFrameProps = { part: 'mark'; onMenu: () => void } | { part: 'nav'; onChoose?: () => void };

/** What the frame has of its own at the desk. It comes with the desk's pages, before the first of them is shown. */
export const deskSlot: { Frame: ComponentType<DeskFrameProps> | null } = { Frame: null };
