import type { ComponentType } from 'react';
import type { lazyScreens } from './screens/lazy-screens.ts';

/**
 * A route. Its screen and messages are loaded when it is first opened. Routes without `isOpen` need sign-in.
 */
export interface RouteDefinition {
  path: string;
  /** The feature, or features, whose messages the screen needs. */
  area?: string | readonly string[];
  /** The message key of the page title. */
  title?: string;
  screen?: () => Promise<ComponentType>;
  /** Redirect target; `:names` and the query are carried over. */
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
  /** A URL with this query parameter is authorized by it and redirects, unless it belongs to the signed-in person. */
  linked?: { query: string; to: string };
  /** Without header, sidebar and footer. */
  isBare?: boolean;
}

/** A screen that is rarely the first one opened. */
export const lazyScreen = (name: keyof typeof lazyScreens) => async () =>
  (await import('./screens/lazy-screens.ts')).lazyScreens[name]();
