import { ChevronRight, Signature, Undo2 } from '#ui/icons/icons.ts';
import { Avatar } from '#ui/display/avatar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { CheckDots } from '#ui/feedback/check-dots.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { PageColumns, PageSection } from '#ui/layout/page.tsx';
import { FieldProgress } from '#ui/feedback/field-progress.tsx';
import { ProgressRing } from '#ui/feedback/progress-ring.tsx';
import { Disc, Row, Rows } from '#ui/lists/row.tsx';
import { CompletionDisc } from '#ui/layout/form-section.tsx';
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx';
import { Stat } from '#ui/display/stat.tsx';
import { BuoyDrawing } from '#ui/drawings/buoy-drawing.tsx';
import { CameraDrawing } from '#ui/drawings/camera-drawing.tsx';
import { CardDrawing } from '#ui/drawings/card-drawing.tsx';
import { CompassDrawing } from '#ui/drawings/compass-drawing.tsx';
import { DescentDrawing } from '#ui/drawings/descent-drawing.tsx';
import { DiverDrawing } from '#ui/drawings/diver-drawing.tsx';
import { FishDrawing } from '#ui/drawings/fish-drawing.tsx';
import { LifeRingDrawing } from '#ui/drawings/life-ring-drawing.tsx';
import { MaskDrawing } from '#ui/drawings/mask-drawing.tsx';
import { SplitCardDrawing } from '#ui/drawings/split-card-drawing.tsx';
import { TankDrawing } from '#ui/drawings/tank-drawing.tsx';
import { TorchDrawing } from '#ui/drawings/torch-drawing.tsx';
import { WreckDrawing } from '#ui/drawings/wreck-drawing.tsx';
import { GalleryBlock } from './gallery-block.tsx';

export function Numbers() {
  return (
    <GalleryBlock title="Numbers">
      <div className="g3" style={{ gap: 24 }}>
        <Stat value="24.8" unit="m" label="max depth" />
        <Stat value="47" unit="min" label="bottom time" />
        <Stat value="130" unit="bar" label="used, 200 to 70" />
      </div>
      <div className="flow" style={{ gap: 24, marginBlockStart: 24 }}>
        <ProgressRing share={0.82} text="82%" size={64} />
        <ProgressRing share={0.36} text="36%" />
        <ProgressRing share={0} text="0%" />
        <CompletionDisc completion={{ missing: 1 }} />
        <CompletionDisc completion="complete" />
        <CompletionDisc completion="empty" />
        <FieldProgress filled={3} missing={1} label="3 of 4" />
        <CheckDots checks={[true, true, false]} label="2 of 3 checks pass" />
      </div>
    </GalleryBlock>
  );
}

export function Lists() {
  return (
    <GalleryBlock title="Columns, section head, rows, discs, avatars">
      <PageColumns>
        <PageSection title="Needs your attention" end={<a href="#main">Performance</a>}>
          <Rows>
            <Row
              wrapsOnPhone
              start={
                <Disc tone="coral">
                  <Undo2 size={20} className="flip" />
                </Disc>
              }
              title="Navigation dive needs changes"
              text="“Bottom time is longer than the time between in and out.” Tomás Reyes"
              end={<Button kind="outlined">Edit and resubmit</Button>}
            />
            <Row
              start={
                <Disc tone="sand">
                  <Signature size={20} />
                </Disc>
              }
              title="Ida’s medical form needs your signature"
              end={
                <Chip status="returned" hasIcon={false}>
                  2
                </Chip>
              }
            />
            <Row
              start={<ProgressRing share={0.82} text="82%" />}
              title="Advanced"
              text="18 of 22 lessons · 3 of 5 dives"
              end={<ChevronRight size={20} className="flip" />}
            />
            <Row
              start={<Avatar initials="TR" size="lg" />}
              title="Tomás Reyes"
              text="Instructor 402817"
              end={<Avatar initials="ML" />}
            />
          </Rows>
        </PageSection>
        <PageSection title="Last dive">
          <Stat value="18.6" unit="m" label="max depth" />
        </PageSection>
      </PageColumns>
    </GalleryBlock>
  );
}

export function States() {
  return (
    <GalleryBlock title="Loading, empty, failed">
      <div className="g3 tight">
        <Card>
          <SkeletonGroup label="Loading" className="demo">
            <Skeleton height={16} width="40%" />
            <Skeleton height={22} width="80%" />
            <Skeleton height={64} />
            <Skeleton height={22} width="60%" />
          </SkeletonGroup>
        </Card>
        <EmptyState
          isCard
          level={3}
          drawing={<BuoyDrawing />}
          title="All your dives in one place"
          text="Write down the first one while you still remember it."
          action={<Button>Log a dive</Button>}
        />
        <ErrorState
          isCard
          level={3}
          title="Oops"
          text="Something went wrong"
          refreshLabel="Refresh"
          onRefresh={() => undefined}
        />
      </div>
    </GalleryBlock>
  );
}

export function Drawings() {
  return (
    <GalleryBlock title="Drawings: one line, one wash, one coral thing">
      <div className="drawings">
        <BuoyDrawing width={132} />
        <CompassDrawing width={132} />
        <TankDrawing width={132} />
        <TorchDrawing width={132} />
        <DiverDrawing width={132} />
        <DescentDrawing width={132} />
        <WreckDrawing width={132} />
        <FishDrawing width={132} />
        <LifeRingDrawing width={132} />
        <CameraDrawing width={132} />
        <SplitCardDrawing width={132} />
        <CardDrawing width={132} />
        <MaskDrawing width={132} />
      </div>
    </GalleryBlock>
  );
}
