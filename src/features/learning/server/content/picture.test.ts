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
  ['a script', around('<script>alert(1)</script>'), 2, '<script> is not for pictures'],
  ['a script in capitals', around('<SCRIPT>alert(1)</SCRIPT>'), 2, '<SCRIPT> is not for pictures'],
  ['a script of another name', around('<svg:script>1</svg:script>'), 2, '<svg:script> is not for pictures'],
  ['something of HTML', around('<foreignObject><img src="x"/></foreignObject>'), 2, '<foreignObject> is not for'],
  ['a picture from elsewhere', around('<image href="https://example.com/x.png"/>'), 2, '<image> is not for'],
  ['something used from elsewhere', around('<use href="https://example.com/x.svg#a"/>'), 2, '<use> is not for'],
  ['a link', around('<a href="javascript:alert(1)"><path d="M0 0"/></a>'), 2, '<a> is not for'],
  ['an animation', around('<animate attributeName="href" to="javascript:1"/>'), 2, '<animate> is not for'],
  ['a style sheet', around('<style>path { fill: red }</style>'), 2, '<style> is not for'],
  ['a style', around('<path d="M0 0" style="fill:url(https://example.com)"/>'), 2, '“style” is not for'],
  ['a handler', around('<path d="M0 0" onclick="alert(1)"/>'), 2, '“onclick” is not for'],
  ['a handler without quotes', around('<path d="M0 0" onclick=alert(1) />'), 2, '“onclick” is not for'],
  ['a handler after a slash', around('<path d="M0 0"/onload=alert(1)>'), 2, '“onload” is not for'],
  ['a handler of the whole', around('', ' onload="alert(1)"'), 1, '“onload” is not for'],
  ['a color of its own', around('<path d="M0 0" fill="red"/>'), 2, '“fill” is not for'],
  ['a class that nobody knows', around('<path d="M0 0" class="a loud"/>'), 2, 'class “a loud” is none'],
  ['a class in other quotes', around("<path d='M0 0' class='loud'/>"), 2, 'is none of a picture'],
  ['another kind of document', around('<g xmlns="http://www.w3.org/1999/xhtml"/>'), 2, 'is not that of pictures'],
  ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${good}`, 1, 'a picture begins with <svg>'],
  ['a section of data', around('<![CDATA[<script>1</script>]]>'), 2, 'is not'],
  ['an instruction', around('<?xml-stylesheet href="x.css"?>'), 2, '<?xml-stylesheet> is not for'],
  ['a tag that is not closed', around('<path d="M0 0"'), 2, 'a tag is not closed'],
  ['a quote that is not closed', around('<path d="M0 0/><script x="1">'), 2, 'a tag is not closed'],
  ['a comment that hides something', around('<!--><script>1</script>'), 2, '<!--> is not for'],
  ['a text in a text', around('<text>A <text>kit</text></text>'), 2, 'nothing but words is in a <text>'],
  ['a text of several parts', around('<text><tspan>A</tspan></text>'), 2, '<tspan> is not for'],
  ['no viewBox', '<svg><path d="M0 0"/></svg>', 1, 'a picture has a viewBox'],
  ['a size of its own', around('', ' width="10"'), 1, 'no size of its own'],
  ['something before it', `text ${good}`, 1, 'a picture begins with <svg>'],
])('findDisallowedSvg rejects %s', (_name, svg, line, problem) => {
  const problems = findDisallowedSvg(svg);
  expect(problems.some((found) => found.line === line && found.problem.includes(problem))).toBe(true);
});

it('readPicture validates and returns the drawing without comments', async () => {
  await writeFile(
    join(folder, 'kit.svg'),
    `<?xml version="1.0"?>\n<!-- by\nus -->${around('<pa<!-- -->th d="M0 0"/>')}`,
  );
  const faults = new ContentErrors();
  const { svg } = readPicture({ root, folder, culture: 'en-US', words: {} }, 'kit.svg', 'A kit.', faults);
  expect(faults.list[0]).toContain('media/kit.svg:4: <pa> is not for pictures');
  expect(svg).not.toContain('<path');
});

it('readPicture translates the texts of a drawing', async () => {
  await writeFile(join(folder, 'sign.svg'), good);
  const words = { 'sign.svg': { "Don’t &amp; won't": 'Auf & <ab>' } };
  const read = (culture: Culture, src = 'sign.svg') =>
    readPicture({ root, folder, culture, words }, src, 'A sign.', new ContentErrors());
  expect(read('de-DE').svg).toContain('>Auf &amp; &lt;ab&gt;</text>');
  expect(read('en-US').svg).toBe(good);
  expect(read('en-US', 'nothing.svg')).toEqual({ src: 'nothing.svg', alt: 'A sign.', svg: null });
  expect(read('en-US', '../media/sign.svg').svg).toBeNull();
});
