import type { ComponentType } from 'react';
import { loadDeskFrame } from '#app/web/shell/desk-frame.tsx';
import { lazyScreens } from './lazy-screens.ts';

/** The desk's screens, loaded together with its frame and kept out of the entry chunk. */
const deskScreens = {
  applications: lazyScreens.deskApplications,
  photos: lazyScreens.deskPhotos,
  card_photos: lazyScreens.deskCardPhotos,
  pages: lazyScreens.deskPages,
  requests: lazyScreens.deskRequests,
  courses: lazyScreens.deskCourses,
  orders: lazyScreens.deskOrders,
  order: lazyScreens.deskOrder,
  people: lazyScreens.deskPeople,
  stores: lazyScreens.deskStores,
  cards: lazyScreens.deskCards,
  flags: lazyScreens.deskFlags,
  audit: lazyScreens.deskAudit,
  security: lazyScreens.deskSecurity,
  mails: lazyScreens.deskMails,
} as const;

export type DeskScreenName = keyof typeof deskScreens;

export async function loadDeskScreen(name: DeskScreenName): Promise<ComponentType> {
  const [Screen] = await Promise.all([deskScreens[name](), loadDeskFrame()]);
  return Screen;
}
