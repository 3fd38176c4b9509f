import { bodiesOfWater, intensityLevels, visibilities, waterTypes, weathers } from '#features/logbook/shared/enums.ts';
import { ChipsField } from './fields.tsx';
import { NumberField } from './number-fields.tsx';
import { NarrowFieldRow } from '#ui/fields/field-row.tsx';

export function SectionConditions() {
  return (
    <>
      <ChipsField field="water_type" options={waterTypes} />
      <ChipsField field="body_of_water" options={bodiesOfWater} />
      <ChipsField field="weather" options={weathers} />
      <NarrowFieldRow>
        <NumberField field="air_temp" />
        <NumberField field="surface_water_temp" />
        <NumberField field="bottom_water_temp" />
      </NarrowFieldRow>
      <ChipsField field="visibility" options={visibilities} />
      <div className="max-w-[240px]">
        <NumberField field="visibility_distance" />
      </div>
      <ChipsField field="wave_condition" options={intensityLevels} />
      <ChipsField field="current" options={intensityLevels} />
      <ChipsField field="surge" options={intensityLevels} />
    </>
  );
}
