/**
 * Messages between the frame that runs a package and the portal's page. The two are on different origins, each accepts
 * messages only from the other, and the portal validates the frame's messages like any external input.
 */
export type FrameMessage =
  | { kind: 'ready' }
  /** The current data model; final once the package has ended its session. */
  | { kind: 'save'; cmi: Record<string, unknown>; isFinal: boolean }
  /** The package has ended its session and may request navigation. */
  | { kind: 'ended'; go: 'next' | 'previous' | null }
  /** The last message of the frame. */
  | { kind: 'left' };

export type PortalMessage = { kind: 'begin'; cmi: Record<string, unknown> | null } | { kind: 'leave' };

export interface FrameConfig {
  version: '1.2' | '2004';
  href: string;
  isAsset: boolean;
  learner: { id: string; name: string };
  /** Initial values of the data model. */
  cmi: Readonly<Record<string, unknown>>;
  /** Origin of the portal's page. */
  portal: string;
}
