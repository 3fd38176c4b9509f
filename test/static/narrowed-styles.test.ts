import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { entryFile, listReachable, routerFile } from '../../scripts/vite-styles.ts';

const source = join(import.meta.dirname, '../../src');
/** Tests, the server's entry and the gallery for developers are not part of the web app. */
const isApart = (file: string) => /\.test\.tsx$|\/render-page\.tsx$|\/ui\/gallery\//.test(file);
const components = globSync('**/*.tsx', { cwd: source }).map((file) => join(source, file));

describe('components whose classes are in the main stylesheet', () => {
  it('are all that the entry imports without the router', () => {
    const narrowed = listReachable(entryFile, routerFile);
    // A frame, a rendered screen, one of its lazy sections and a dialog.
    for (const file of [
      'app/web/shell/shell.tsx',
      'features/logbook/web/dive/dive-screen.tsx',
      'features/logbook/web/profile/recorded-profile.tsx',
      'ui/overlays/dialog-window.tsx',
    ])
      expect(narrowed).toContain(join(source, file));
    expect(narrowed).not.toContain(routerFile);
    expect(narrowed.filter((file) => /\/web\/shell\/desk-frame|\/association\/web\/.*-screen/.test(file))).toEqual([]);
  });

  it('are all components of the web app with the router', () => {
    const reachable = new Set(listReachable(entryFile));
    expect(components.filter((file) => !reachable.has(file) && !isApart(file))).toEqual([]);
  });
});
