import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readQrCode } from './read-qr-code.ts';

export type CameraState = 'asking' | 'on' | 'refused' | 'absent' | 'failed';

/** Often enough to feel at once, and seldom enough to leave the phone cool. */
const scanIntervalMs = 150;

/** The camera at the back, read until there is a code. It is off again as soon as this is no longer shown. */
export function useCamera(onCode: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('asking');
  const tell = useEffectEvent(onCode);
  useEffect(() => {
    const over = new AbortController();
    const run = async () => {
      const stream = await openCamera();
      const stop = () => stream.getTracks().forEach((track) => track.stop());
      if (over.signal.aborted || video.current === null) return stop();
      over.signal.addEventListener('abort', stop);
      video.current.srcObject = stream;
      await video.current.play();
      setState('on');
      tell(await waitForCode(video.current, over.signal));
    };
    run().catch((error: unknown) => {
      if (!over.signal.aborted) setState(toCameraState(error));
    });
    return () => over.abort();
  }, []);
  return { video, state };
}

async function openCamera(): Promise<MediaStream> {
  // Missing on a page that did not come over a safe connection.
  if (!('mediaDevices' in navigator)) throw new DOMException('no camera', 'NotFoundError');
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
}

/** Answers with the first code; never, once it is over. */
async function waitForCode(video: HTMLVideoElement, over: AbortSignal): Promise<string> {
  while (!over.aborted) {
    const text = await readQrCode(video);
    if (text !== null && !over.aborted) return text;
    await new Promise((resolve) => setTimeout(resolve, scanIntervalMs));
  }
  return new Promise(() => undefined);
}

function toCameraState(error: unknown): CameraState {
  const name = (error as Error).name;
  if (name === 'NotAllowedError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'failed';
}
