import { useEffect, useState } from 'react';
import { sectionId } from './focus-field.ts';
import type { SectionName } from './log-validation.ts';

/** The section at the top of the screen. Its stop is scrolled into view without moving the page. */
export function useCurrentSection(names: readonly SectionName[]): SectionName | undefined {
  const [current, setCurrent] = useState(names[0]);
  useEffect(() => {
    const look = () => {
      const above = names.filter(
        (name) => (document.getElementById(sectionId(name))?.getBoundingClientRect().top ?? Infinity) < 160,
      );
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      setCurrent(isAtEnd && scrollY > 0 ? names.at(-1) : (above.at(-1) ?? names[0]));
    };
    look();
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, [names]);
  useEffect(() => {
    const stop = document.querySelector<HTMLElement>(
      `[data-part=scroller] > [href="#${sectionId(current ?? 'general')}"]`,
    );
    const strip = stop?.parentElement;
    if (!stop || !strip) return;
    const [inside, around] = [stop.getBoundingClientRect(), strip.getBoundingClientRect()];
    if (inside.left < around.left || inside.right > around.right)
      strip.scrollBy({ left: inside.left - around.left - (around.width - inside.width) / 2 });
  }, [current]);
  return current;
}
