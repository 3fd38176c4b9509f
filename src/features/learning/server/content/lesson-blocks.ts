import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Paragraph, RootContent } from 'mdast';
import type { Block, RichText } from '#features/learning/shared/content.ts';
import { getLine, toPlainText, readRichText, type ContainerDirective, type Table } from './markdown.ts';
import { isPictureName, readPicture } from './picture.ts';
import { readQuestion, type QuestionSource, type QuestionContent } from './questions.ts';

const notes = ['remember', 'tip', 'warning'] as const;

/** Returns the blocks and questions of a file in file order. Questions of a lesson are shown after its text. */
export function readBlocks(
  source: QuestionSource,
  nodes: readonly RootContent[],
): { blocks: Block[]; questions: QuestionContent[] } {
  const blocks: Block[] = [];
  const questions: QuestionContent[] = [];
  for (const node of nodes) {
    if (node.type === 'containerDirective' && node.name === 'question') {
      const question = readQuestion(source, node);
      if (question) questions.push(question);
      continue;
    }
    const block = readBlock(source, node);
    if (block) blocks.push(block);
  }
  return { blocks, questions };
}

function readBlock(source: QuestionSource, node: RootContent): Block | null {
  switch (node.type) {
    case 'paragraph': {
      return { kind: 'paragraph', text: readRichText(source, node.children) };
    }
    case 'heading': {
      if (node.depth !== 2) source.errors.add(source.file, getLine(node), 'headings in a lesson must use ##');
      return { kind: 'heading', text: readRichText(source, node.children) };
    }
    case 'list': {
      const items = node.children.map((item) =>
        item.children.flatMap((child) => {
          if (child.type === 'paragraph') return readRichText(source, child.children);
          source.errors.add(source.file, getLine(child), `“${child.type}” is not allowed in a list`);
          return [];
        }),
      );
      return { kind: 'list', isOrdered: node.ordered === true, items };
    }
    case 'table': {
      const [head = [], ...rows] = readRows(source, node);
      return { kind: 'table', head, rows };
    }
    case 'containerDirective': {
      return readDirective(source, node);
    }
    default: {
      source.errors.add(source.file, getLine(node), `“${node.type}” is not allowed in a lesson`);
      return null;
    }
  }
}

function readRows(source: QuestionSource, table: Table): RichText[][] {
  return table.children.map((row) => row.children.map((cell) => readRichText(source, cell.children)));
}

function readDirective(source: QuestionSource, node: ContainerDirective): Block | null {
  const paragraphs = node.children.flatMap((child) => {
    if (child.type === 'paragraph') return [readRichText(source, (child as Paragraph).children)];
    source.errors.add(source.file, getLine(child), `“${child.type}” is not allowed in :::${node.name}`);
    return [];
  });
  const { src = '', alt = '', title = '', kind } = node.attributes ?? {};
  const reportError = (problem: string) => {
    source.errors.add(source.file, getLine(node), problem);
    return null;
  };
  switch (node.name) {
    case 'figure': {
      if (!src || !alt) return reportError('a figure needs src and alt');
      if (!isPictureName(src)) return reportError('a picture must be a file name such as kit.svg');
      return { kind: 'figure', picture: readPicture(source.media, src, alt, source.errors), caption: paragraphs };
    }
    case 'video': {
      if (!/^[\w-]+\.mp4$/.test(src ?? '') || !title) return reportError('a video needs src="name.mp4" and a title');
      if (paragraphs.map(toPlainText).join('').length === 0) return reportError('a video needs a transcript');
      return { kind: 'video', title: title ?? '', transcript: paragraphs, ...findVideoFiles(source, src ?? '') };
    }
    case 'note': {
      const note = notes.find((name) => name === kind);
      return note && paragraphs.length > 0
        ? { kind: 'note', note, paragraphs }
        : reportError(`a note needs text and a kind: ${notes.join(', ')}`);
    }
    default: {
      return reportError(`:::${node.name} is not one of figure, video, note, question`);
    }
  }
}

function mediaUrl(packageId: string, name: string): string {
  return `/course-media/${packageId}/media/${name}`;
}

function findVideoFiles({ media, captionCultures, packageId }: QuestionSource, src: string) {
  const id = src.replace(/\.mp4$/, '');
  const has = (name: string) => existsSync(join(media.folder, name));
  const url = (name: string) => (has(name) ? mediaUrl(packageId, name) : null);
  return {
    id,
    url: url(src),
    poster: url(`${id}.jpg`),
    captions: captionCultures.flatMap((culture) => {
      const captions = url(`${id}.${culture}.vtt`);
      return captions === null ? [] : [{ culture, url: captions }];
    }),
  };
}
