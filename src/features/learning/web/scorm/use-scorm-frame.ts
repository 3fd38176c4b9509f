import { useEffect, useEffectEvent, useRef } from 'react';
import type { ScormLaunch } from '#features/learning/shared/scorm-contract.ts';
import type { FrameMessage, PortalMessage } from '#features/learning/shared/scorm-frame.ts';
import { decodeTexts, toScormResult } from '#features/learning/shared/scorm-result.ts';
import { queueScormState } from './scorm-outbox.ts';

/** Limit on waiting for the package's final state. */
const leaveTimeoutMs = 2_000;

/** Exchanges messages with the frame that runs a package. */
export function useScormFrame(launch: ScormLaunch | undefined, onEnd: (go: 'next' | 'previous' | null) => void) {
  const frame = useRef<HTMLIFrameElement>(null);
  const left = useRef<() => void>(() => undefined);
  const begunAt = useRef(0);
  const lastSeq = useRef(0);

  const post = (message: PortalMessage) => {
    if (launch !== undefined) frame.current?.contentWindow?.postMessage(message, launch.origin);
  };

  const handleMessage = useEffectEvent((event: MessageEvent<unknown>) => {
    if (launch === undefined || event.origin !== launch.origin) return;
    if (event.source === null || event.source !== frame.current?.contentWindow) return;
    const message = readMessage(event.data);
    if (message?.kind === 'ready') {
      begunAt.current = Date.now();
      post({ kind: 'begin', cmi: decodeTexts(launch.cmi) as ScormLaunch['cmi'] });
    } else if (message?.kind === 'save') {
      const { version, packageId, item, seq } = launch;
      // Based on the clock, so a later state from another device wins.
      lastSeq.current = Math.max(lastSeq.current + 1, seq + 1, Date.now());
      const elapsedS = Math.round((Date.now() - begunAt.current) / 1_000);
      queueScormState({ packageId, item, seq: lastSeq.current, ...toScormResult({ version, elapsedS, ...message }) });
    } else if (message?.kind === 'ended') onEnd(message.go);
    else if (message?.kind === 'left') left.current();
  });

  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => handleMessage(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);

  /** Lets the package report its final state. */
  const leave = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, leaveTimeoutMs);
      left.current = () => {
        clearTimeout(timer);
        resolve();
      };
      post({ kind: 'leave' });
    });

  return { frame, leave };
}

/** Messages from the frame are not trusted: malformed ones are ignored. */
function readMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null;
  const { kind, cmi, isFinal, go } = data as Record<string, unknown>;
  if (kind === 'ready' || kind === 'left') return { kind };
  if (kind === 'ended') return { kind, go: go === 'next' || go === 'previous' ? go : null };
  if (kind !== 'save' || typeof cmi !== 'object' || cmi === null || Array.isArray(cmi)) return null;
  return { kind, cmi: cmi as Record<string, unknown>, isFinal: isFinal === true };
}
