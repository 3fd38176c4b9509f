/**
 * What the page that holds a package and the portal's page tell each other. They live on two origins, each takes words
 * from the other one only, and what comes from the package's side is checked like anything that comes from outside.
 */
export type FrameMessage =
  | { kind: 'ready' }
  /** The data model as it is now; final once the package has ended its session. */
  | { kind: 'save'; cmi: Record<string, unknown>; isFinal: boolean }
  /** It has ended its session, and perhaps asks to go on. */
  | { kind: 'ended'; go: 'next' | 'previous' | null }
  /** Nothing more will come. */
  | { kind: 'left' };

export type PortalMessage = { kind: 'begin'; cmi: Record<string, unknown> | null } | { kind: 'leave' };

export interface FrameConfig {
  version: '1.2' | '2004';
  href: string;
  isAsset: boolean;
  learner: { id: string; name: string };
  /** What the data model begins with. */
  cmi: Readonly<Record<string, unknown>>;
  /** The origin of the portal's page. */
  portal: string;
}
