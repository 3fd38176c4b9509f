import { use, useLayoutEffect, type ComponentType } from 'react';
import { areMessagesLoaded, countMounted, ensureMessages } from './i18n.tsx';

/** Says whose messages a component shows, and waits for those that were left behind when the language changed. */
export function useMessages(areas: readonly string[]): void {
  for (const area of areas) if (!areMessagesLoaded(area)) use(ensureMessages(area));
  useLayoutEffect(() => {
    for (const area of areas) countMounted(area, 1);
    return () => {
      for (const area of areas) countMounted(area, -1);
    };
  }, [areas]);
}

export function withMessages<Props extends object>(
  areas: readonly string[],
  Screen: ComponentType<Props>,
): ComponentType<Props> {
  return function WithWords(props: Props) {
    useMessages(areas);
    return <Screen {...props} />;
  };
}
