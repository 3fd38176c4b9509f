import { lazy, Suspense, useState, type ComponentType } from 'react';

const loaders = new Set<() => Promise<unknown>>();
let isPreloaded = false;

/** Loads the code of all overlays, so that they open without a delay from then on. */
export async function preloadOverlays(): Promise<void> {
  isPreloaded = true;
  await Promise.all([...loaders].map((load) => load()));
}

/**
 * Renders an overlay from its first opening on. Overlays need React Aria, which is most of the code of a simple screen,
 * so it is loaded only then, or by `preloadOverlays`.
 */
export function loadOnOpen<Props extends { isOpen: boolean }>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined;
  const loadOnce = async () => {
    Loaded ??= await load();
    return Loaded;
  };
  const Lazy = lazy(async () => ({ default: await loadOnce() })) as unknown as ComponentType<Props>;
  loaders.add(loadOnce);
  // A failed download is repeated when the overlay opens.
  if (isPreloaded) void loadOnce().catch(() => undefined);

  return function LazyOverlay(props: Props) {
    const [Overlay, setOverlay] = useState<ComponentType<Props> | null>(null);
    // A loaded overlay is rendered immediately, because its content may take the focus when it mounts.
    if (props.isOpen && Overlay === null) setOverlay(() => Loaded ?? Lazy);
    return (
      Overlay && (
        <Suspense>
          <Overlay {...props} />
        </Suspense>
      )
    );
  };
}
