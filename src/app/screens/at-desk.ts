import type { ComponentType } from 'react';
import { needMessages } from '../../platform/web/i18n.tsx';
import { withWords } from '../../platform/web/words.tsx';
import { bringDeskFrame } from '../shell/desk-frame.tsx';
import { withQueries } from '../with-queries.tsx';
import { screens } from './by-name.ts';

/**
 * The screens of the desk: each with the areas whose words it needs beside the association's own, such as why something
 * was refused. They come with the desk's frame, and nothing of them is in what everybody loads first.
 */
const deskScreens = {
  applications: { screen: screens.deskApplications, areas: ['applications', 'certifications', 'forms'] },
  photos: { screen: screens.deskPhotos, areas: ['account'] },
  card_photos: { screen: screens.deskCardPhotos, areas: ['certifications'] },
  pages: { screen: screens.deskPages, areas: ['forms'] },
  courses: { screen: screens.deskCourses, areas: ['learning'] },
  orders: { screen: screens.deskOrders, areas: ['shop'] },
  order: { screen: screens.deskOrder, areas: ['shop', 'payments'] },
  people: { screen: screens.deskPeople, areas: ['applications'] },
  stores: { screen: screens.deskStores, areas: ['applications'] },
  cards: { screen: screens.deskCards, areas: ['certifications'] },
  flags: { screen: screens.deskFlags, areas: [] },
  audit: { screen: screens.deskAudit, areas: [] },
  mails: { screen: screens.deskMails, areas: [] },
} as const;

export type DeskScreenName = keyof typeof deskScreens;

export async function bringDeskScreen(name: DeskScreenName): Promise<ComponentType> {
  const { screen, areas } = deskScreens[name];
  const [Screen] = await Promise.all([screen(), bringDeskFrame(), ...areas.map(needMessages)]);
  return withWords(['association', ...areas], withQueries(Screen));
}
