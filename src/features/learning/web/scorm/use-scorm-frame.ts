import { useEffect, useEffectEvent, useRef } from 'react';
import type { ScormLaunch } from '#features/learning/shared/scorm-contract.ts';
import type { FrameMessage, PortalMessage } from '#features/learning/shared/scorm-frame.ts';
import { decodeTexts, toScormResult } from '#features/learning/shared/scorm-result.ts';
import { queueScormState } from './scorm-outbox.ts';

/** A package that does not answer is not waited for. */
const leaveTimeoutMs = 2_000;

/** Talks with the page that holds a package, and with nobody else. */
export function useScormFrame(launch: ScormLaunch | undefined, onEnd: (go: 'next' | 'previous' | null) => void) {
  const frame = useRef<HTMLIFrameElement>(null);
  const left = useRef<() => void>(() => undefined);
  const begunAt = useRef(0);
  const lastSeq = useRef(0);

  const tell = (message: PortalMessage) => {
    if (launch !== undefined) frame.current?.contentWindow?.postMessage(message, launch.origin);
  };

  const hear = useEffectEvent((event: MessageEvent<unknown>) => {
    if (launch === undefined || event.origin !== launch.origin) return;
    if (event.source === null || event.source !== frame.current?.contentWindow) return;
    const message = readMessage(event.data);
    if (message?.kind === 'ready') {
      begunAt.current = Date.now();
      tell({ kind: 'begin', cmi: decodeTexts(launch.cmi) as ScormLaunch['cmi'] });
    } else if (message?.kind === 'save') {
      const { version, packageId, item, seq } = launch;
      // By the clock, so that what another device says later counts more.
      lastSeq.current = Math.max(lastSeq.current + 1, seq + 1, Date.now());
      const elapsedS = Math.round((Date.now() - begunAt.current) / 1_000);
      queueScormState({ packageId, item, seq: lastSeq.current, ...toScormResult({ version, elapsedS, ...message }) });
    } else if (message?.kind === 'ended') onEnd(message.go);
    else if (message?.kind === 'left') left.current();
  });

  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => hear(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);

  /** Lets the package say its last word. */
  const leave = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, leaveTimeoutMs);
      left.current = () => {
        clearTimeout(timer);
        resolve();
      };
      tell({ kind: 'leave' });
    });

  return { frame, leave };
}

/** What comes from the side of a package is taken as it should be, or not at all. */
function readMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { kind, cmi, isFinal, go } = data as Record<string, unknown>;
  if (kind === 'ready' || kind === 'left') return { kind };
  if (kind === 'ended') return { kind, go: go === 'next' || go === 'previous' ? go : null };
  if (kind !== 'save' || typeof cmi !== 'object' || cmi === null || Array.isArray(cmi)) return null;
  return { kind, cmi: cmi as Record<string, unknown>, isFinal: isFinal === true };
}
