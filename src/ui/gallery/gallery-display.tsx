import { ChevronRight, Signature, Undo2 } from 'lucide-react';
import { Avatar } from '../avatar.tsx';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { CheckDots } from '../check-dots.tsx';
import { Chip } from '../chip.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { PageColumns, PageSection } from '../page.tsx';
import { Pips } from '../pips.tsx';
import { Ring } from '../ring.tsx';
import { Disc, Row, Rows } from '../row.tsx';
import { CompletionDisc } from '../section.tsx';
import { Skeleton, SkeletonGroup } from '../skeleton.tsx';
import { Stat } from '../stat.tsx';
import { BuoyDrawing } from '../drawings/buoy-drawing.tsx';
import { CameraDrawing } from '../drawings/camera-drawing.tsx';
import { CardDrawing } from '../drawings/card-drawing.tsx';
import { CompassDrawing } from '../drawings/compass-drawing.tsx';
import { DescentDrawing } from '../drawings/descent-drawing.tsx';
import { DiverDrawing } from '../drawings/diver-drawing.tsx';
import { FishDrawing } from '../drawings/fish-drawing.tsx';
import { LifeRingDrawing } from '../drawings/life-ring-drawing.tsx';
import { MaskDrawing } from '../drawings/mask-drawing.tsx';
import { SplitCardDrawing } from '../drawings/split-card-drawing.tsx';
import { TankDrawing } from '../drawings/tank-drawing.tsx';
import { TorchDrawing } from '../drawings/torch-drawing.tsx';
import { WreckDrawing } from '../drawings/wreck-drawing.tsx';
import { Block } from './block.tsx';

export function Numbers() {
  return (
    <Block title="Numbers">
      <div className="g3" style={{ gap: 24 }}>
        <Stat value="24.8" unit="m" label="deepest" />
        <Stat value="47" unit="min" label="bottom time" />
        <Stat value="130" unit="bar" label="used, 200 to 70" />
      </div>
      <div className="flow" style={{ gap: 24, marginBlockStart: 24 }}>
        <Ring share={0.82} text="82%" size={64} />
        <Ring share={0.36} text="36%" />
        <Ring share={0} text="0%" />
        <CompletionDisc completion={{ missing: 1 }} />
        <CompletionDisc completion="complete" />
        <CompletionDisc completion="empty" />
        <Pips filled={3} missing={1} label="3 of 4" />
        <CheckDots checks={[true, true, false]} label="2 of 3 checks pass" />
      </div>
    </Block>
  );
}

export function Lists() {
  return (
    <Block title="Columns, section head, rows, discs, avatars">
      <PageColumns>
        <PageSection title="Needs you" end={<a href="#main">Performance</a>}>
          <Rows>
            <Row
              wrapsOnPhone
              start={
                <Disc tone="coral">
                  <Undo2 size={20} className="flip" />
                </Disc>
              }
              title="Navigation dive came back"
              text="“Bottom time is longer than the time between in and out.” Tomás Reyes"
              end={<Button kind="outlined">Fix and resubmit</Button>}
            />
            <Row
              start={
                <Disc tone="sand">
                  <Signature size={20} />
                </Disc>
              }
              title="Ida’s medical form waits for your signature"
              end={
                <Chip status="returned" hasIcon={false}>
                  2
                </Chip>
              }
            />
            <Row
              start={<Ring share={0.82} text="82%" />}
              title="Advanced"
              text="18 of 22 lessons · 3 of 5 dives"
              end={<ChevronRight size={20} className="flip" />}
            />
            <Row
              start={<Avatar initials="TR" size="large" />}
              title="Tomás Reyes"
              text="Instructor 402817"
              end={<Avatar initials="ML" />}
            />
          </Rows>
        </PageSection>
        <PageSection title="Last dive">
          <Stat value="18.6" unit="m" label="deepest" />
        </PageSection>
      </PageColumns>
    </Block>
  );
}

export function States() {
  return (
    <Block title="Loading, empty, failed">
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
    </Block>
  );
}

export function Drawings() {
  return (
    <Block title="Drawings: one line, one wash, one coral thing">
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
    </Block>
  );
}
