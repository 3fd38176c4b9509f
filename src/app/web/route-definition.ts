import type { ComponentType } from 'react';

/**
 * A route. Its screen and messages are loaded when it is first opened. Routes without `isOpen` need sign-in.
 */
export interface RouteDefinition {
  path: string;
  /** The feature, or features, whose messages the screen needs. */
  features?: string | readonly string[];
  /** The message key of the page title. */
  title?: string;
  screen?: () => Promise<ComponentType>;
  /** The source file of the screen, filled in by the server's build (scripts/vite-screen-sources.ts). */
  source?: string;
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
  /** An open route that shows a signed-in person their own header and menu. */
  hasMenu?: boolean;
  /** A URL with this query parameter is authorized by it and redirects, unless it belongs to the signed-in person. */
  linked?: { query: string; to: string };
  /** Without header, sidebar and footer. */
  isBare?: boolean;
}
