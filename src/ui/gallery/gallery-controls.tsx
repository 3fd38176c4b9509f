import { Upload } from '#ui/icons/icons.ts';
import { useState } from 'react';
import { Button } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/display/chip.tsx';
import { SegmentedControl } from '#ui/fields/segmented-control.tsx';
import { Switch } from '#ui/fields/switch.tsx';
import { GalleryBlock } from './gallery-block.tsx';

export function Buttons() {
  return (
    <GalleryBlock title="Buttons">
      <div className="flow">
        <Button>Log Dive</Button>
        <Button kind="outlined">Save to Drafts</Button>
        <Button kind="quiet">
          <Upload size={18} aria-hidden="true" />
          Import
        </Button>
        <Button isBusy>Sending…</Button>
        <Button size="sm">On the desk</Button>
        <Button size="lg" kind="outlined">
          In a bar
        </Button>
      </div>
    </GalleryBlock>
  );
}

export function Statuses() {
  const [units, setUnits] = useState<'metric' | 'imperial'>('metric');
  return (
    <GalleryBlock title="Status: word, shape, then colour">
      <div className="flow">
        <Chip status="draft">Draft</Chip>
        <Chip status="pending">Pending</Chip>
        <Chip status="verified">Verified</Chip>
        <Chip status="returned">Returned</Chip>
        <Chip status="logged">Logged</Chip>
        <Chip>64 waiting</Chip>
      </div>
      <div className="flow" style={{ marginBlockStart: 16 }}>
        <SegmentedControl
          label="Units"
          isLabelHidden
          value={units}
          onChange={setUnits}
          options={[
            { value: 'metric', label: 'Metric' },
            { value: 'imperial', label: 'Imperial' },
          ]}
        />
        <Switch label="On" isLabelHidden defaultChecked />
        <Switch label="Off" isLabelHidden />
      </div>
    </GalleryBlock>
  );
}
