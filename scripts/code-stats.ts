/** Prints the measures of how easy the source is to enter: `npm run -s code-stats -- [folder]`. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const root = resolve(process.argv[2] ?? '.');
const files = globSync('{src,test,e2e,bench,scripts}/**/*.{ts,tsx,css}', { cwd: root });
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const counts = new Map<string, number>();
for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
const largest = [...counts].toSorted(([, a], [, b]) => b - a);
console.log(
  `${files.length} files in ${counts.size} folders; largest: ${largest
    .slice(0, 5)
    .map(([folder, count]) => `${folder} ${count}`)
    .join(', ')}`,
);
console.log(`${largest.filter(([, count]) => count > 40).length} folders with more than 40 files`);

const pronoun = /^(What(ever)?|Who(ever|se|m)?|Where|That|Those|These|Which|(No|Some|Every)body)\b/;
const comments = files
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) =>
    [...read(file).matchAll(/(?:\/\*\*?\s*(?:\n\s*\*)?|^\s*\/\/)\s*([^\s*].*)/gm)].map(([, text = '']) => text),
  );
const beginning = comments.filter((text) => pronoun.test(text));
const share = ((100 * beginning.length) / comments.length).toFixed(1);
console.log(`${beginning.length} of ${comments.length} comments begin with a pronoun (${share}%)`);

const deep = files.filter((file) => /from '(\.\.\/){2}/.test(read(file)));
console.log(`${deep.length} files import by ../../`);

const analysers = files.filter((file) => /(-checks|code-graph)\.ts$/.test(file));
const lines = analysers.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0);
console.log(`${lines} lines of static analysis in ${analysers.length} files`);
