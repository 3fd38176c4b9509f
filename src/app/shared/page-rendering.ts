import type { DehydratedState } from '@tanstack/react-query';
import type { HydrationState } from 'react-router';
import type { Session } from '#features/account/shared/contract.ts';
import type { BootData } from '#platform/shared/boot-data.ts';
import type { Locale } from '#platform/shared/locale.ts';

/** What the browser needs to continue a page that the server has rendered. It contains no token. */
export interface PageData {
  session: Session | null;
  queries: DehydratedState;
  router: HydrationState;
}

export interface PageRequest {
  url: URL;
  boot: BootData;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  loadMessages: (feature: string, locale: Locale) => Promise<Record<string, never>>;
  signal: AbortSignal;
}

export interface RenderedPage {
  html: string;
  title: string;
  /** The page's own description, if it has one. */
  description: string | undefined;
  /** The page has no content, so search engines must not list it. */
  isEmpty: boolean;
  data: PageData;
  locale: Locale;
}

/** The page of a path: the features whose messages it shows, and the source file of its screen. */
export interface PageInfo {
  features: readonly string[];
  source: string | undefined;
  isServerRendered: boolean;
}

/** What the server's build of the web app exports. */
export interface PageRenderer {
  findPage: (path: string) => PageInfo;
  renderPage: (request: PageRequest) => Promise<RenderedPage | { redirectTo: string }>;
}
