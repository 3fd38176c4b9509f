import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryFolder } from '#platform/testing/temporary-folder.ts';
import type { Culture } from '#features/learning/shared/rules.ts';
import { ContentErrors } from './content-errors.ts';
import { findDisallowedSvg, readPicture } from './picture.ts';

const root = await createTemporaryFolder();
const folder = join(root, 'media');
await mkdir(folder);
const good = `<svg viewBox="0 0 632 200" xmlns="http://www.w3.org/2000/svg">
  <g class="a" transform="translate(1 2)"><path d="M0 0h9" class="t"/><circle cx='1' cy="2" r="3" class="w2 s"/></g>
  <text x="1" y="2" text-anchor="middle">Don’t &amp; won't</text>
</svg>`;
const around = (inside: string, head = '') => `<svg viewBox="0 0 1 1"${head}>\n${inside}\n</svg>`;

it('findDisallowedSvg accepts a plain drawing', () => {
  expect(findDisallowedSvg(good)).toEqual([]);
});

it.each([
  ['a script', around('<script>alert(1)</script>'), 2, '<script> is not allowed in pictures'],
  ['a script in capitals', around('<SCRIPT>alert(1)</SCRIPT>'), 2, '<SCRIPT> is not allowed in pictures'],
  ['a prefixed script', around('<svg:script>1</svg:script>'), 2, '<svg:script> is not allowed in pictures'],
  ['embedded HTML', around('<foreignObject><img src="x"/></foreignObject>'), 2, '<foreignObject> is not allowed in'],
  ['an external image', around('<image href="https://example.com/x.png"/>'), 2, '<image> is not allowed in'],
  ['an external reference', around('<use href="https://example.com/x.svg#a"/>'), 2, '<use> is not allowed in'],
  ['a link', around('<a href="javascript:alert(1)"><path d="M0 0"/></a>'), 2, '<a> is not allowed in'],
  ['an animation', around('<animate attributeName="href" to="javascript:1"/>'), 2, '<animate> is not allowed in'],
  ['a style sheet', around('<style>path { fill: red }</style>'), 2, '<style> is not allowed in'],
  ['a style', around('<path d="M0 0" style="fill:url(https://example.com)"/>'), 2, '“style” is not allowed in'],
  ['a handler', around('<path d="M0 0" onclick="alert(1)"/>'), 2, '“onclick” is not allowed in'],
  ['a handler without quotes', around('<path d="M0 0" onclick=alert(1) />'), 2, '“onclick” is not allowed in'],
  ['a handler after a slash', around('<path d="M0 0"/onload=alert(1)>'), 2, '“onload” is not allowed in'],
  ['a handler on the root', around('', ' onload="alert(1)"'), 1, '“onload” is not allowed in'],
  ['an explicit color', around('<path d="M0 0" fill="red"/>'), 2, '“fill” is not allowed in'],
  ['an unknown class', around('<path d="M0 0" class="a loud"/>'), 2, 'class “a loud” is not allowed'],
  ['a class in other quotes', around("<path d='M0 0' class='loud'/>"), 2, 'is not allowed in pictures'],
  ['another namespace', around('<g xmlns="http://www.w3.org/1999/xhtml"/>'), 2, 'is not the SVG namespace'],
  ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${good}`, 1, 'a picture must start with <svg>'],
  ['a CDATA section', around('<![CDATA[<script>1</script>]]>'), 2, 'is not'],
  ['a processing instruction', around('<?xml-stylesheet href="x.css"?>'), 2, '<?xml-stylesheet> is not allowed in'],
  ['an unclosed tag', around('<path d="M0 0"'), 2, 'a tag is not closed'],
  ['an unclosed quote', around('<path d="M0 0/><script x="1">'), 2, 'a tag is not closed'],
  ['a malformed comment', around('<!--><script>1</script>'), 2, '<!--> is not allowed in'],
  ['nested text', around('<text>A <text>kit</text></text>'), 2, 'a <text> may contain only text'],
  ['a tspan', around('<text><tspan>A</tspan></text>'), 2, '<tspan> is not allowed in'],
  ['no viewBox', '<svg><path d="M0 0"/></svg>', 1, 'a picture needs a viewBox'],
  ['an explicit size', around('', ' width="10"'), 1, 'must not set width or height'],
  ['leading text', `text ${good}`, 1, 'a picture must start with <svg>'],
])('findDisallowedSvg rejects %s', (_name, svg, line, problem) => {
  const problems = findDisallowedSvg(svg);
  expect(problems.some((found) => found.line === line && found.problem.includes(problem))).toBe(true);
});

it('readPicture validates and returns the drawing without comments', async () => {
  await writeFile(
    join(folder, 'kit.svg'),
    `<?xml version="1.0"?>\n<!-- by\nus -->${around('<pa<!-- -->th d="M0 0"/>')}`,
  );
  const errors = new ContentErrors();
  const { svg } = readPicture({ root, folder, culture: 'en-US', translations: {} }, 'kit.svg', 'A kit.', errors);
  expect(errors.list[0]).toContain('media/kit.svg:4: <pa> is not allowed in pictures');
  expect(svg).not.toContain('<path');
});

it('readPicture translates the texts of a drawing', async () => {
  await writeFile(join(folder, 'sign.svg'), good);
  const translations = { 'sign.svg': { "Don’t &amp; won't": 'Auf & <ab>' } };
  const read = (culture: Culture, src = 'sign.svg') =>
    readPicture({ root, folder, culture, translations }, src, 'A sign.', new ContentErrors());
  expect(read('de-DE').svg).toContain('>Auf &amp; &lt;ab&gt;</text>');
  expect(read('en-US').svg).toBe(good);
  expect(read('en-US', 'nothing.svg')).toEqual({ src: 'nothing.svg', alt: 'A sign.', svg: null });
  expect(read('en-US', '../media/sign.svg').svg).toBeNull();
});
