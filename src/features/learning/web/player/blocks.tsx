import './blocks.css';
import { Lightbulb, Pin, TriangleAlert } from 'lucide-react';
import type { Block } from '../../shared/content.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { PageMessage } from './content-language.tsx';
import { Drawing } from './figure.tsx';
import { VideoBlock } from './video-block.tsx';
import { Paragraphs, placed, plainText, Words } from './words.tsx';

type Of<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

/** The text of a lesson. Each block carries its place, so that a reader is found again. */
export function Blocks({ blocks, lesson }: { blocks: readonly Block[]; lesson: string }) {
  return placed(blocks).map(({ item, place }) => (
    <div key={place} className="block" data-block={place}>
      <BlockBody block={item} lesson={lesson} />
    </div>
  ));
}

function BlockBody({ block, lesson }: { block: Block; lesson: string }) {
  switch (block.kind) {
    case 'paragraph': {
      return <Paragraphs paragraphs={[block.text]} />;
    }
    case 'heading': {
      return (
        <h2>
          <Words words={block.text} />
        </h2>
      );
    }
    case 'list': {
      return <ListBlock block={block} />;
    }
    case 'table': {
      return <TableBlock block={block} />;
    }
    case 'figure': {
      return <FigureBlock block={block} />;
    }
    case 'video': {
      return <VideoBlock key={block.id} block={block} lesson={lesson} />;
    }
    case 'note': {
      return <NoteBlock block={block} />;
    }
  }
}

function ListBlock({ block }: { block: Of<'list'> }) {
  const List = block.isOrdered ? 'ol' : 'ul';
  return (
    <List>
      {placed(block.items).map(({ item, place }) => (
        <li key={place}>
          <Words words={item} />
        </li>
      ))}
    </List>
  );
}

/** A wide table scrolls inside itself, also by keyboard. */
function TableBlock({ block }: { block: Of<'table'> }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="table-box" tabIndex={0} aria-label={block.head.map(plainText).join(', ')}>
      <table>
        <thead>
          <tr>
            {placed(block.head).map(({ item, place }) => (
              <th key={place} scope="col">
                <Words words={item} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {placed(block.rows).map(({ item: row, place }) => (
            <tr key={place}>
              {placed(row).map(({ item, place: column }) => (
                <td key={column}>
                  <Words words={item} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function FigureBlock({ block }: { block: Of<'figure'> }) {
  return (
    <figure>
      <Drawing picture={block.picture} />
      {block.caption.length > 0 && (
        <figcaption>
          <Paragraphs paragraphs={block.caption} />
        </figcaption>
      )}
    </figure>
  );
}

const noteIcons = { remember: Pin, tip: Lightbulb, warning: TriangleAlert } as const;

function NoteBlock({ block }: { block: Of<'note'> }) {
  const Icon = noteIcons[block.note];
  return (
    <aside className={classNames('callout', block.note === 'warning' && 'wait')}>
      <Icon size={20} aria-hidden="true" />
      <div className="grow">
        <b>
          <PageMessage id={`learning.player.note.${block.note}`} />
        </b>
        <Paragraphs paragraphs={block.paragraphs} />
      </div>
    </aside>
  );
}
