import type { ComponentType } from 'react';
import { bringDeskFrame } from '../shell/desk-frame.tsx';
import { screens } from './by-name.ts';

/** The screens of the desk. They come with its frame, and nothing of them is in what everybody loads first. */
const deskScreens = {
  applications: screens.deskApplications,
  photos: screens.deskPhotos,
  card_photos: screens.deskCardPhotos,
  pages: screens.deskPages,
  requests: screens.deskRequests,
  courses: screens.deskCourses,
  orders: screens.deskOrders,
  order: screens.deskOrder,
  people: screens.deskPeople,
  stores: screens.deskStores,
  cards: screens.deskCards,
  flags: screens.deskFlags,
  audit: screens.deskAudit,
  security: screens.deskSecurity,
  mails: screens.deskMails,
} as const;

export type DeskScreenName = keyof typeof deskScreens;

export async function bringDeskScreen(name: DeskScreenName): Promise<ComponentType> {
  const [Screen] = await Promise.all([deskScreens[name](), bringDeskFrame()]);
  return Screen;
}
