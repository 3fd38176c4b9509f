import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Stylesheets that utilities cannot replace, each with its reason (docs/decisions/045-utilities-and-css.md). */
const stylesheets: Record<string, string> = {
  'ui/styles/styles.css': 'the layers',
  'ui/styles/utilities.css': 'the theme of utilities',
  'ui/styles/all-utilities.css': 'utilities of screens that the router opens',
  'ui/styles/tokens.css': 'design tokens',
  'ui/styles/base.css': 'element defaults',
  'ui/styles/fonts.css': 'fonts',
  'ui/dive/depth.css': 'drawings of depth and dive profiles',
  'features/club/web/club-timeline.css': 'the drawing of a membership year',
  'features/learning/web/player/drawing.css': 'drawings in the files of a course',
  'features/learning/web/board/boat.css': 'the printed boat list',
  'ui/drawings/drawing.css': 'drawings',
  'ui/dive/ecard.css': 'the eCard',
  'ui/gallery/gallery.css': 'the gallery for developers is not scanned for utilities',
  'ui/fields/image-cropper.css': 'markup of react-easy-crop',
  'ui/signature/signature.css': 'the signature pad',
};

it('has CSS only for what utilities cannot say', () => {
  const found = globSync('**/*.css', { cwd: join(import.meta.dirname, '../../src') });
  expect(found.toSorted()).toEqual(Object.keys(stylesheets).toSorted());
});
