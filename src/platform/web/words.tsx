import { use, useLayoutEffect, type ComponentType } from 'react';
import { areMessagesHere, countStanding, needMessages } from './i18n.tsx';

/** Says whose messages a component shows, and waits for those that were left behind when the language changed. */
export function useWords(areas: readonly string[]): void {
  for (const area of areas) if (!areMessagesHere(area)) use(needMessages(area));
  useLayoutEffect(() => {
    for (const area of areas) countStanding(area, 1);
    return () => {
      for (const area of areas) countStanding(area, -1);
    };
  }, [areas]);
}

export function withWords<Props extends object>(
  areas: readonly string[],
  Screen: ComponentType<Props>,
): ComponentType<Props> {
  return function WithWords(props: Props) {
    useWords(areas);
    return <Screen {...props} />;
  };
}
