import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { courseKinds, type Culture, cultures } from '#features/learning/shared/rules.ts';
import { ContentErrors } from './content-errors.ts';
import { contentRoot } from './library.ts';
import { parseYaml } from './markdown.ts';

/** Titles of a course in each of its languages. */
export interface CourseTitles {
  kind: (typeof courseKinds)[number];
  isSellable: boolean;
  texts: Map<Culture, { title: string; summary: string }>;
}

const Structure = z.object({ kind: z.enum(courseKinds), isSellable: z.boolean() });
const Head = z.object({ title: z.string(), summary: z.string() });

/** Reads only the front matter, because reading all lessons is slow and the library validates them. */
export function readCourseTitles(packageId: string): CourseTitles {
  const errors = new ContentErrors();
  const folder = join(contentRoot, packageId);
  const read = <Schema extends z.ZodType>(file: string, schema: Schema) => {
    const text = readFileSync(file, 'utf8');
    return parseYaml({ file, errors }, /^---\n([\s\S]*?\n)---\n/.exec(text)?.[1] ?? text, schema);
  };
  const structure = read(join(folder, 'course.yaml'), Structure);
  const texts = new Map<Culture, z.output<typeof Head>>();
  for (const culture of cultures) {
    const file = join(folder, culture, 'course.md');
    const head = existsSync(file) ? read(file, Head) : null;
    if (head) texts.set(culture, head);
  }
  if (structure === null || errors.list.length > 0)
    throw new Error(`invalid course content:\n${errors.list.join('\n')}`);
  return { ...structure, texts };
}
