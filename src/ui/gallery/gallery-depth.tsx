import { BookOpen, Check, IdCard, Undo2 } from '#ui/icons/icons.ts';
import { NauticalChart } from '#ui/dive/nautical-chart.tsx';
import { CoursePath } from '#ui/dive/course-path.tsx';
import type { CoursePoint } from '#ui/dive/course-path.tsx';
import { DepthStrip } from '#ui/dive/depth-strip.tsx';
import { PageHead } from '#ui/layout/page.tsx';
import { DiveProfileChart } from '#ui/dive/dive-profile-chart.tsx';
import type { DiveProfileChartProps } from '#ui/dive/dive-profile-chart.tsx';
import { DiveProfile } from '#ui/dive/dive-profile.tsx';
import { Waterline } from '#ui/dive/waterline.tsx';
import { GalleryBlock } from './gallery-block.tsx';

const roles = [
  'bg',
  'surface',
  'raised',
  'sunken',
  'line',
  'line-2',
  'ink',
  'ink-2',
  'ink-3',
  'accent',
  'accent-soft',
  'coral',
  'coral-soft',
  'sand',
  'sand-soft',
  'focus',
];
const depths = [1, 2, 3, 4, 5, 6, 7].map((step) => `depth-${step}`);

function Swatches({ names, isSeven = false }: { names: readonly string[]; isSeven?: boolean }) {
  return (
    <ul className={isSeven ? 'swatches seven' : 'swatches'}>
      {names.map((name) => (
        <li key={name}>
          <i style={{ background: `var(--${name})` }} />
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Sample dives to 38 m and 24.8 m, in minutes and metres. */
const deep = [
  [0, 0],
  [3.2, 29],
  [4.5, 34],
  [7, 35.5],
  [9.5, 35.8],
  [10.5, 37.5],
  [12.5, 38],
  [14, 35],
  [18, 31],
  [22, 27],
  [26, 22.5],
  [30, 18.5],
  [33, 15.5],
  [35.5, 16.5],
  [37, 15.5],
  [39, 7],
  [40, 5.2],
  [43, 4.9],
  [44, 0],
].map(([timeMin = 0, depthM = 0]) => ({ timeMin, depthM }));
const wall = [
  [0, 0],
  [1, 10.2],
  [2.2, 21],
  [2.8, 23.4],
  [6, 23.9],
  [9.1, 24.8],
  [12, 24.4],
  [14, 23],
  [16, 22.2],
  [18, 22.3],
  [21, 18.8],
  [24, 18],
  [25.5, 16],
  [28, 16.3],
  [30, 16.4],
  [33, 12],
  [36, 11.6],
  [38, 10.8],
  [40, 10.9],
  [42.5, 5.2],
  [46, 4.8],
  [47, 0],
].map(([timeMin = 0, depthM = 0]) => ({ timeMin, depthM }));

export function Colours() {
  return (
    <GalleryBlock title="Colour roles">
      <Swatches names={roles} />
    </GalleryBlock>
  );
}

export function Depth() {
  return (
    <GalleryBlock title="Depth: 0, 6, 12, 18, 24, 30, 40 m">
      <Swatches names={depths} isSeven />
      <div style={{ marginBlockStart: 24 }}>
        <DiveProfile samples={deep} scaleDepthM={40} label="Depth profile, deepest 38 m, 44 min" />
      </div>
    </GalleryBlock>
  );
}

export function Type() {
  return (
    <GalleryBlock title="Type: 13, 15, 17, 22, 32, 52">
      <p
        className="num"
        style={{
          fontSize: 'var(--t-2xl)',
          lineHeight: 'var(--l-2xl)',
          fontWeight: 'var(--w-number)',
          letterSpacing: '-.018em',
        }}
      >
        24.8 m
      </p>
      <PageHead title="Two dives away from your card" />
      <p style={{ fontSize: 'var(--t-lg)', lineHeight: 'var(--l-lg)', fontWeight: 'var(--w-title)' }}>
        Needs your attention
      </p>
      <p>Reading and every field, 17 on 26</p>
      <p style={{ fontSize: 'var(--t-sm)', lineHeight: 'var(--l-sm)' }}>Interface, 15 on 22</p>
      <p style={{ fontSize: 'var(--t-xs)', lineHeight: 'var(--l-xs)' }}>Captions, chips and dense tables, 13 on 18</p>
    </GalleryBlock>
  );
}

const tick = <Check size={14} aria-hidden="true" />;
const course: readonly CoursePoint[] = [
  { at: 0.06, depth: 40 / 190 },
  {
    at: 0.17,
    depth: 74 / 190,
    stop: { state: 'done', icon: <BookOpen size={14} />, label: 'Knowledge', detail: '18 of 22 lessons' },
  },
  { at: 0.3, depth: 178 / 190 },
  { at: 0.33, depth: 177 / 190, stop: { state: 'done', icon: tick, label: 'Deep', detail: '28.4 m, 26 Sep' } },
  { at: 0.36, depth: 176 / 190 },
  { at: 0.47, depth: 118 / 190, stop: { state: 'done', icon: tick, label: 'Buoyancy', detail: '24 Sep' } },
  { at: 0.6, depth: 132 / 190, stop: { state: 'done', icon: tick, label: 'Boat', detail: '13 Nov' } },
  {
    at: 0.72,
    depth: 96 / 190,
    stop: { state: 'here', icon: <Undo2 size={14} className="flip" />, label: 'Navigation', detail: 'Returned' },
  },
  { at: 0.86, depth: 50 / 190, stop: { state: 'next', label: 'Night', detail: 'Planned 21 Nov' } },
  {
    at: 0.99,
    depth: 0,
    stop: { state: 'next', icon: <IdCard size={14} />, label: 'Advanced card', isLabelHidden: true },
  },
];

const northWall: DiveProfileChartProps = {
  samples: wall,
  label: 'Depth over time. Deepest 24.8 metres at minute 9. Safety stop of three minutes at five metres.',
  depthTicks: [0, 5, 10, 15, 20, 25].map((depthM) => ({ depthM, text: depthM === 0 ? 'm' : String(depthM) })),
  timeTicks: [0, 10, 20, 30, 40, 50].map((timeMin) => ({ timeMin, text: timeMin === 50 ? '50 min' : String(timeMin) })),
  deepestText: '24.8 m at 10:51',
  stop: { fromMin: 43, toMin: 46, depthM: 5, text: '3 min at 5 m' },
};

const dives = Array.from({ length: 30 }, (_, index) => ({
  id: String(index),
  depthM: index === 22 ? 31.2 : 6 + ((index * 7) % 19),
  year: 2024 + Math.floor(index / 12),
}));

export function CourseAndDive() {
  return (
    <div className="demo">
      <GalleryBlock title="The course drawn as a dive">
        <CoursePath
          label="Course progress"
          points={course}
          progress={0.72}
          note="3 of 5 dives verified · 18 of 22 lessons done"
        />
      </GalleryBlock>
      <GalleryBlock title="Profile of one dive, and the waterline">
        <div className="only-wide" style={{ maxInlineSize: 840 }}>
          <DiveProfileChart {...northWall} />
        </div>
        <div className="only-phone">
          <DiveProfileChart {...northWall} size="narrow" />
        </div>
        <Waterline />
      </GalleryBlock>
      <GalleryBlock title="Dives dives by their depth">
        <DepthStrip dives={dives} label="30 dives by depth, oldest first" deepestText="31.2 m" />
      </GalleryBlock>
      <GalleryBlock title="The chart of the sign-in page">
        <div style={{ position: 'relative', isolation: 'isolate', overflow: 'hidden', blockSize: 420 }}>
          <NauticalChart placeNames={['Kelder Rock', 'The Nave', 'Harbour Gully']} />
        </div>
      </GalleryBlock>
    </div>
  );
}
