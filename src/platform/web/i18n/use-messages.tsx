import { use, useLayoutEffect, type ComponentType } from 'react';
import { areMessagesLoaded, countMounted, ensureMessages } from './i18n.tsx';

/** Registers the features whose messages a component shows, and suspends until they are in the current locale. */
function useMessages(features: readonly string[]): void {
  for (const feature of features) if (!areMessagesLoaded(feature)) use(ensureMessages(feature));
  useLayoutEffect(() => {
    for (const feature of features) countMounted(feature, 1);
    return () => {
      for (const feature of features) countMounted(feature, -1);
    };
  }, [features]);
}

export function withMessages<Props extends object>(
  features: readonly string[],
  Screen: ComponentType<Props>,
): ComponentType<Props> {
  return function WithMessages(props: Props) {
    useMessages(features);
    return <Screen {...props} />;
  };
}
