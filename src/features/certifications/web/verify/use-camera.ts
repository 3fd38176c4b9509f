import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { readQrCode } from './read-qr-code.ts';

export type CameraState = 'asking' | 'on' | 'refused' | 'absent' | 'failed';

/** Frequent enough to feel instant, rare enough to save the battery. */
const scanIntervalMs = 150;

/** Reads the rear camera until it finds a code. The camera stops on unmount. */
export function useCamera(onCode: (text: string) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('asking');
  const notifyCode = useEffectEvent(onCode);
  useEffect(() => {
    const abort = new AbortController();
    const run = async () => {
      const stream = await openCamera();
      const stop = () => stream.getTracks().forEach((track) => track.stop());
      if (abort.signal.aborted || video.current === null) return stop();
      abort.signal.addEventListener('abort', stop);
      video.current.srcObject = stream;
      await video.current.play();
      setState('on');
      notifyCode(await waitForCode(video.current, abort.signal));
    };
    run().catch((error: unknown) => {
      if (!abort.signal.aborted) setState(toCameraState(error));
    });
    return () => abort.abort();
  }, []);
  return { video, state };
}

async function openCamera(): Promise<MediaStream> {
  // Missing on pages without a secure connection.
  if (!('mediaDevices' in navigator)) throw new DOMException('no camera', 'NotFoundError');
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
  });
}

/** Resolves with the first code; never resolves after the abort. */
async function waitForCode(video: HTMLVideoElement, abort: AbortSignal): Promise<string> {
  while (!abort.aborted) {
    const text = await readQrCode(video);
    if (text !== null && !abort.aborted) return text;
    await new Promise((resolve) => setTimeout(resolve, scanIntervalMs));
  }
  return new Promise(() => undefined);
}

function toCameraState(error: unknown): CameraState {
  const name = (error as Error).name;
  if (name === 'NotAllowedError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'absent' : 'failed';
}
