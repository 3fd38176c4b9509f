import type { ComponentType } from 'react';
import type { lazyScreens } from './screens/lazy-screens.ts';

/**
 * An address. Its screen is loaded when it is first opened, together with the messages of its area; all but
 * those with `isOpen` need sign-in.
 */
export interface RouteDefinition {
  path: string;
  /** The feature, or features, whose messages the screen needs. */
  area?: string | readonly string[];
  /** The message that names the page. */
  title?: string;
  screen?: () => Promise<ComponentType>;
  /** Goes elsewhere; `:names` and the query are carried over. */
  redirect?: string;
  guard?:
    | 'checkpoint'
    | 'processed-checkpoint'
    | 'staff'
    | 'store'
    | 'pro'
    | 'bearer-in-query'
    | 'sign-in'
    | 'sign-up'
    | 'sign-out';
  isOpen?: boolean;
  /** Unless it is of who is signed in, an address with this in its query goes elsewhere: it is the authority. */
  linked?: { query: string; to: string };
  /** Without header, sidebar and footer. */
  isBare?: boolean;
}

/** One that nobody opens first. */
export const lazyScreen = (name: keyof typeof lazyScreens) => async () =>
  (await import('./screens/lazy-screens.ts')).lazyScreens[name]();
